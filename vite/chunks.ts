import path from 'node:path';
import type { Rollup } from 'vite';
import { type Chunk, joinChunks } from './join-chunks.ts';
import { ModuleGraph } from './module-graph.ts';
import { ScreenLoads } from './screen-loads.ts';

/** The modules of every screen, and the small ones most of them share: each separate file would cost a hundred bytes. */
const EVERYWHERE =
  /node_modules\/((react|react-dom|scheduler|@tanstack\/(react-query|query-core))\/|lucide-react\/dist\/esm\/(?!icons))|\/(ui\/(styles|use-media|Button|Choice|Field|Tabs)\.tsx?|shared\/(contract\/(constants|media-urls)|formats\/time)\.ts|app\/(frame\/(BackLink|dates|lazy-dialog|lazy-addition)|cards\/cards\/(cards\.queries|NextStep)|offline\/(choice|late))\.tsx?|lucide-react\/dist\/esm\/icons\/(x|trash|plus|arrow-left)\.m?js)$/;

/** The table of a card's fields, which other screens use late. */
const CARD_FIELDS = /\/shared\/cards\/card-fields(\/[\w-]+)?\.ts$/;

const LIBRARY = /\/node_modules\/(?!lucide-react\/)/;
/** Above it, in bytes of source, a module is left alone: an unused import of a library is only dropped later. */
const LARGE = 300_000;

/** One file compresses better than five. Libraries stay cached when only our own code has changed. */
export const chunkGroups = () => [
  { name: 'libraries', test: EVERYWHERE, priority: 2 },
  { name: 'card-fields', test: CARD_FIELDS, priority: 1, includeDependenciesRecursively: false },
  { name: nameChunks(), debugName: 'shared', includeDependenciesRecursively: false },
];

/**
 * Names the chunk of each module so that a screen comes in a few files, instead of one for each set of parts that use
 * something (docs/decisions/382).
 */
function nameChunks() {
  let names: Map<string, string> | undefined;
  return (id: string, modules: Pick<Rollup.PluginContext, 'getModuleInfo'>) => {
    names ??= planChunks(new ModuleGraph((module) => modules.getModuleInfo(module)), id);
    return names.get(id) ?? null;
  };
}

function planChunks(graph: ModuleGraph, someId: string): Map<string, string> {
  const main = graph.findStart(someId);
  const always = graph.closureOf(main);
  const { screens, loads } = new ScreenLoads(graph, main);
  const chunks = new Map<string, Chunk>();
  for (const [id, { now, soon, ever, entries }] of loads) {
    if (now.size + soon.size === 0 || always.has(id) || screens.has(id) || EVERYWHERE.test(id)) continue;
    // A chunk of one entry alone is that entry's own.
    if (now.size > 0 && entries.size === 1) continue;
    if (graph.sizeOf(id, (it) => !always.has(it)) > LARGE) continue;
    const isNeeded = now.size > 0;
    const list = (set: Set<string>) => [...set].sort().join();
    const isFixed = LIBRARY.test(id);
    const key = [isFixed, isNeeded, list(now), list(soon), list(ever)].join(' ');
    const chunk = chunks.get(key) ?? {
      ids: new Set(),
      size: 0,
      screens: new Set([...now, ...soon]),
      later: new Set([...ever].filter((screen) => !now.has(screen) && !soon.has(screen))),
      isNeeded,
      isFixed,
    };
    chunk.ids.add(id);
    chunk.size += graph.sizeOf(id, (it) => it === id);
    chunks.set(key, chunk);
  }
  const joined = joinChunks([...chunks.values()], (id) => graph.closureOf(id));
  return nameAll(joined.filter(({ isFixed }) => !isFixed));
}

/** Each chunk by its first module; two of the same name would become one. */
function nameAll(chunks: Chunk[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { ids } of chunks) {
    const [first = ''] = ids;
    const { name } = path.parse(first);
    const free = taken.has(name) ? `${name}-${taken.size}` : name;
    taken.add(free);
    for (const id of ids) names.set(id, free);
  }
  return names;
}
