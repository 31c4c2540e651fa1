import path from 'node:path';
import type { Rollup } from 'vite';
import { ModuleGraph } from './module-graph.ts';

/** The modules of every screen, and the small ones most of them share: each separate file would cost a hundred bytes. */
const EVERYWHERE =
  /node_modules\/((react|react-dom|scheduler|@tanstack\/(react-query|query-core))\/|lucide-react\/dist\/esm\/(?!icons))|\/(ui\/(styles|Button|Choice|Field|Tabs)\.tsx?|shared\/(contract\/(constants|media-urls)|formats\/time)\.ts|app\/(frame\/(BackLink|dates|lazy-dialog|lazy-addition)|cards\/cards\/cards\.queries|offline\/(choice|late))\.tsx?|lucide-react\/dist\/esm\/icons\/(x|trash|plus|arrow-left)\.m?js)$/;

/** The table of a card's fields, which other screens use late. */
const CARD_FIELDS = /\/shared\/cards\/card-fields(\/[\w-]+)?\.ts$/;

/** Screens, and the parts of screens that an address can name. */
const SCREEN = /\/app\/.*(Page|Tab)\.tsx$/;
/** Calls of a screen, which later parts of others make without drawing anything of it. */
const QUERIES = /(\.queries|\/frame\/api\/[\w-]+)\.ts$/;
const LIBRARY = /\/node_modules\/(?!lucide-react\/)/;
/** Above it, in bytes of source, a module is left alone: an unused import of a library is only dropped later. */
const LARGE = 300_000;
/** How many bytes of source a screen may load in vain to save one file, for each screen that shares them. */
const WASTE = 900;

type Sets = Map<string, Set<string>>;

const add = (sets: Sets, key: string, value: string) =>
  sets.set(key, (sets.get(key) ?? new Set()).add(value));

/** One file compresses better than five. Libraries stay cached when only our own code has changed. */
export const chunkGroups = () => [
  { name: 'libraries', test: EVERYWHERE, priority: 2 },
  { name: 'card-fields', test: CARD_FIELDS, priority: 1, includeDependenciesRecursively: false },
  { name: nameChunks(), debugName: 'shared', includeDependenciesRecursively: false },
];

/**
 * Names the chunk of each module so that a screen comes in a few files, instead of one for each set of parts that use
 * something: small modules of many screens are one chunk, and what the same few screens share is one. A chunk imports
 * only chunks of more screens, so that no two import each other (docs/decisions/382).
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
  const { screens, roots, parents, users, reach, entries } = visitScreens(graph, main);
  const rootsOf = (some: Set<string> = new Set()) =>
    new Set([...some].flatMap((screen) => [...(roots.get(screen) ?? [])]));
  const all = rootsOf(screens).size;
  const names = new Map<string, string>();
  const chunks = new Map<string, string>();
  for (const [id, of] of users) {
    if (always.has(id) || screens.has(id) || LIBRARY.test(id)) continue;
    const size = graph.sizeOf(id, (it) => !always.has(it));
    // A chunk of one entry alone is that entry's own.
    if (size > LARGE || entries.get(id)?.size === 1) continue;
    const shared = rootsOf(of).size;
    const isOften = size * (all - shared) <= WASTE * shared ** 2;
    // Later parts of other screens load no more of this one's than they all need.
    const later = of.size === 1 ? [...rootsOf(reach.get(id))].sort() : [];
    const set = isOften
      ? 'often'
      : [...groupScreens(of, parents), 'later', ...later, QUERIES.test(id)].join(' ');
    if (!chunks.has(set)) chunks.set(set, isOften ? set : path.parse(id).name);
    names.set(id, chunks.get(set) ?? set);
  }
  return names;
}

/** The screens in order; two or more parts of one screen count as all of its parts. */
function groupScreens(screens: Set<string>, parents: Sets): string[] {
  const groups: Sets = new Map();
  for (const screen of screens) add(groups, [...(parents.get(screen) ?? [])].join(' '), screen);
  return [...groups]
    .flatMap(([parent, parts]) => (parent && parts.size > 1 ? [`parts of ${parent}`] : [...parts]))
    .sort();
}

/** For each module, the screens that load it with themselves (users) or at all (reach), and the entries that do. */
function visitScreens(graph: ModuleGraph, main: string) {
  const screens = new Set([main]);
  const [roots, parents, users, reach, entries]: [Sets, Sets, Sets, Sets, Sets] = [
    new Map(),
    new Map(),
    new Map(),
    new Map(),
    new Map(),
  ];
  for (const screen of screens) {
    for (const id of graph.closureOf(screen)) add(users, id, screen);
    const later = new Set([screen]);
    for (const entry of later) {
      for (const id of graph.closureOf(entry)) {
        add(reach, id, screen);
        add(entries, id, entry);
      }
      for (const next of graph.laterOf(entry)) {
        if (!SCREEN.test(next)) later.add(next);
        else {
          screens.add(next);
          if (screen === main) add(roots, next, next);
          else add(parents, next, screen);
          for (const root of roots.get(screen) ?? []) add(roots, next, root);
        }
      }
    }
  }
  screens.delete(main);
  return { screens, roots, parents, users, reach, entries };
}
