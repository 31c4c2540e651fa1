import fs from 'node:fs';
import path from 'node:path';

/**
 * The packages of `package-lock.json`, in three sets: root `dependencies` run the product, root `devDependencies` build it,
 * and the workspace `tools` tests, measures and checks it. npm notes what it has installed in
 * `node_modules/.package-lock.json`, last of all, so an installation that broke off is seen. Only Node's own modules
 * (docs/decisions/305).
 */

/** @typedef {'product' | 'build' | 'tools'} SetName */
/** Each set with those that it needs. */
export const SETS = /** @type {const} */ (['product', 'build', 'tools']);
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * @typedef {{
 *   version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[],
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} Entry
 */
/** @typedef {Record<string, Entry>} Entries By path: `node_modules/a/node_modules/b`. */

/**
 * @param {string} file
 * @returns {Entries}
 */
function readEntries(file) {
  if (!fs.existsSync(file)) return {};
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    // npm was killed while it wrote.
    return {};
  }
}

/**
 * The path of the package that `from` gets when it imports `name`, found as Node does; undefined if there is none.
 *
 * @param {Entries} entries
 * @param {string} from
 * @param {string} name
 */
function findEntry(entries, from, name) {
  for (let folder = from; ; folder = path.posix.dirname(folder)) {
    const at = path.posix.join(folder, 'node_modules', name);
    if (entries[at]) return at;
    if (folder === '.' || folder === '') return undefined;
  }
}

/** @param {Entry} entry */
function namesNeededBy({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta: meta = {},
}) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !meta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * The set of every package of the lockfile, by path: the first that needs it.
 *
 * @param {Entries} entries
 */
export function sortIntoSets(entries) {
  /** @type {Map<string, SetName>} */
  const sets = new Map();
  /**
   * @param {SetName} set
   * @param {string} from
   * @param {string[]} names
   */
  const add = (set, from, names) => {
    for (const name of names) {
      const at = findEntry(entries, from, name);
      const entry = at && !sets.has(at) && entries[at];
      if (!at || !entry) continue;
      sets.set(at, set);
      add(set, at, namesNeededBy(entry));
    }
  };
  add('product', '', Object.keys(entries['']?.dependencies ?? {}));
  add('build', '', Object.keys(entries['']?.devDependencies ?? {}));
  add('tools', 'tools', Object.keys(entries.tools?.devDependencies ?? {}));
  return sets;
}

/** @param {Entry} entry */
const isForHere = ({ os, cpu }) =>
  (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));

/** The lockfile of the package in this folder, compared with what is installed there; a package without one has no sets. */
export function readPackages(/** @type {string} */ root) {
  const entries = readEntries(path.join(root, 'package-lock.json'));
  const installed = readEntries(path.join(root, INSTALLED));
  const sets = [...sortIntoSets(entries)].filter(([at]) => isForHere(entries[at] ?? {}));
  /** @param {SetName} name */
  const upTo = (name) => sets.filter(([, set]) => SETS.indexOf(set) <= SETS.indexOf(name)).map(([at]) => at);
  /** A platform's package that its registry lacks is left out by npm. @param {string} at */
  const isMissing = (at) => {
    const [wanted, here] = [entries[at], installed[at]];
    if (!here) return !wanted?.optional;
    return here.version !== wanted?.version || here.integrity !== wanted?.integrity;
  };
  return {
    /** The paths of the packages of this set, and of those it needs. */
    upTo,
    /** @param {SetName} name */
    missing: (name) => upTo(name).filter(isMissing),
    /** Packages half added when an installation broke off: npm would take them for whole. @param {SetName} name */
    leftovers: (name) => upTo(name).filter((at) => !installed[at] && fs.existsSync(path.join(root, at))),
    /** Changes with any package of these sets. @param {SetName} name */
    versions: (name) => upTo(name).map((at) => `${at} ${entries[at]?.integrity ?? entries[at]?.version}`),
  };
}

/** From now on, until npm has noted it anew, nothing counts as installed. */
export const forgetInstalled = (/** @type {string} */ root) =>
  fs.rmSync(path.join(root, INSTALLED), { force: true });
