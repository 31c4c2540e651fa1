/** Modules that come in one file. */
export interface Chunk {
  ids: Set<string>;
  /** Bytes of source. */
  size: number;
  /** The screens that load it by themselves, and those that do when something is pressed. */
  screens: Set<string>;
  later: Set<string>;
  /** True if a screen is not drawn before it is there. */
  isNeeded: boolean;
  /** Stays what it is: a library. */
  isFixed: boolean;
}

/** How many bytes of source a screen may load in vain to save one request. */
const REQUEST = 2_500;
/** Bytes loaded in vain after a press count less. */
const LATER = 0.2;

/** How much more that is on the screens which are opened every day and ask for most. */
const DAILY: Record<string, number> = {
  Dashboard: 60,
  Contacts: 40,
  Cards: 20,
  General: 16,
  Edit: 12,
  Create: 12,
  Person: 12,
};

/** Bytes loaded in vain count more on the screens that begin a visit, and most on those at their bound (`script-loaded.thorough.e2e.ts`). */
const IN_VAIN: Record<string, number> = {
  Contacts: 6,
  SignIn: 4,
  Register: 4,
  Import: 12,
  Edit: 12,
  Code: 12,
  Person: 14,
  Analytics: 12,
  Sharing: 12,
  Security: 12,
  Subscribe: 12,
};

interface Weight {
  /** Bytes that a request of this screen counts as. */
  request: number;
  /** How much a byte loaded in vain counts. */
  vain: number;
}

/** By the screen: asked for millions of times in a build. */
const weights = new Map<string, Weight>();

function weigh(screen: string): Weight {
  const known = weights.get(screen);
  if (known) return known;
  const name = /(\w+)Page\.tsx$/.exec(screen)?.[1] ?? '';
  const weight = { request: REQUEST * (DAILY[name] ?? 1), vain: IN_VAIN[name] ?? 1 };
  weights.set(screen, weight);
  return weight;
}

type Imports = Map<Chunk, Set<Chunk>>;

/**
 * Joins chunks as long as the screens gain by it, the best two first. None comes to import itself through others.
 *
 * @param importsOf The modules that a module imports.
 */
export function joinChunks(chunks: Chunk[], importsOf: (id: string) => Iterable<string>): Chunk[] {
  const joined = new Set(chunks);
  for (;;) {
    const imports = findImports([...joined], importsOf);
    const best = findBest([...joined], imports);
    if (!best) return [...joined];
    const [one, other] = best;
    joined.delete(other);
    one.size += other.size;
    for (const key of ['ids', 'screens', 'later'] as const) for (const it of other[key]) one[key].add(it);
    // Whoever loads a chunk loads what it imports.
    for (const chunk of new Set([one, ...(imports.get(one) ?? []), ...(imports.get(other) ?? [])])) {
      for (const screen of one.screens) chunk.screens.add(screen);
      for (const screen of one.later) chunk.later.add(screen);
      for (const screen of chunk.screens) chunk.later.delete(screen);
    }
  }
}

/** All that each chunk imports, at once and through others. */
function findImports(chunks: Chunk[], importsOf: (id: string) => Iterable<string>): Imports {
  const chunkOf = new Map(chunks.flatMap((chunk) => [...chunk.ids].map((id) => [id, chunk] as const)));
  const imports: Imports = new Map();
  for (const chunk of chunks) {
    const found = new Set(
      [...chunk.ids].flatMap((id) => [...importsOf(id)].flatMap((it) => chunkOf.get(it) ?? [])),
    );
    found.delete(chunk);
    imports.set(chunk, found);
  }
  for (const found of imports.values())
    for (const chunk of found) for (const next of imports.get(chunk) ?? []) found.add(next);
  return imports;
}

function findBest(chunks: Chunk[], imports: Imports): [Chunk, Chunk] | null {
  const reaches = (from: Chunk, to: Chunk) =>
    // Through a third: what imports the other directly becomes one with it.
    [...(imports.get(from) ?? [])].some((it) => it !== to && imports.get(it)?.has(to));
  let best: [Chunk, Chunk] | null = null;
  let most = 0;
  chunks.forEach((one, at) => {
    for (const other of chunks.slice(at + 1)) {
      if (other.isNeeded !== one.isNeeded || one.isFixed || other.isFixed) continue;
      const gain = gainOf(one, other, imports) + gainOf(other, one, imports);
      if (gain <= most || reaches(one, other) || reaches(other, one)) continue;
      most = gain;
      best = [one, other];
    }
  });
  return best;
}

/** Bytes of source saved for the screens of one chunk by joining another with it; a request counts as the bytes it may cost. */
function gainOf(one: Chunk, other: Chunk, imports: Imports): number {
  const brought = [other, ...(imports.get(other) ?? [])].filter((it) => it !== one);
  let gain = 0;
  for (const screen of one.screens) {
    if (other.screens.has(screen)) gain += weigh(screen).request / 2;
    else
      for (const chunk of brought)
        if (!chunk.screens.has(screen))
          gain -=
            chunk.size * weigh(screen).vain * (chunk.later.has(screen) ? 1 - LATER : 1) +
            (chunk === other ? 0 : REQUEST);
  }
  for (const screen of one.later)
    for (const { size, screens, later } of brought)
      if (!screens.has(screen) && !later.has(screen)) gain -= size * LATER;
  return gain;
}
