import type { Identifier } from '@mdn/browser-compat-data/types';
import { lookUp } from './support.ts';
import { isTree, propertyName, type Tree } from './syntax-tree.ts';

/** The browsers' features, as a script names them: globals, their members, and methods by name alone. */

/** Something a script uses: its name for the report, and everything the name may mean in MDN's data. */
export interface Use {
  name: string;
  meanings: (Identifier | undefined)[];
}

/** Global objects by name, and the interface each has. */
const SINGLETONS: Record<string, string> = {
  navigator: 'Navigator',
  document: 'Document',
  crypto: 'Crypto',
  performance: 'Performance',
  history: 'History',
  location: 'Location',
  screen: 'Screen',
  indexedDB: 'IDBFactory',
  caches: 'CacheStorage',
};
const GLOBAL_OBJECTS = new Set(['window', 'self', 'globalThis']);

const globalMeanings = (name: string) => [
  lookUp('javascript', 'builtins', name),
  lookUp('api', name),
  lookUp('api', 'Window', name),
];

const isDefined = (node: Identifier | undefined) => node?.__compat !== undefined;

export function findGlobal(name: string): Use | null {
  const meanings = globalMeanings(name).filter(isDefined);
  return meanings.length > 0 ? { name, meanings } : null;
}

/**
 * Interfaces whose objects our pages may hold. The methods of others (sensors, payments, GPUs …) share names with
 * common code (`run`, `build`, `subscribe`): a script reaches those through `navigator` or a constructor, which are
 * checked.
 */
const INTERFACES =
  /^(Node|Element|HTML\w*Element|SVG\w*Element|ShadowRoot|Document|DocumentFragment|EventTarget|\w*Event|Window|Navigator|Location|History|Storage|Selection|Range|NodeList|DOMTokenList|DOMRect|Text|Abort\w+|Blob|File|FileList|FormData|Headers|Request|Response|URL|URLSearchParams|ReadableStream|TextDecoder|TextEncoder|Worker|MessagePort|Animation|CSSStyleSheet|CanvasRenderingContext2D|OffscreenCanvas|ImageBitmap|DataTransfer|DataTransferItem|Clipboard|ClipboardItem|MediaQueryList|\w+Observer|XMLHttpRequest|Performance|Crypto|SubtleCrypto)$/;
/** Built-ins of the language whose methods have the same names as those of many libraries. */
const MISTAKABLE = /^(Intl|Temporal|WebAssembly|Atomics|Iterator|AsyncIterator|Proxy|Reflect)$/;

/** Names that browser objects share with objects of everyone else. */
const OWN_NAMES = new Set(['tag', 'use', 'install', 'config', 'read', 'when', 'watch']);

/** Every member of such an interface or built-in, by name: what an object of unknown type may have. */
function indexMembers(): Map<string, Identifier[]> {
  const index = new Map<string, Identifier[]>();
  const builtIns = Object.entries(lookUp('javascript', 'builtins') ?? {});
  const interfaces = Object.entries(lookUp('api') ?? {});
  const owners = [
    ...builtIns.filter(([name]) => !MISTAKABLE.test(name)),
    ...interfaces.filter(([name]) => INTERFACES.test(name)),
  ];
  for (const [, entry] of owners) {
    for (const [name, member] of Object.entries(entry)) {
      if (/^__compat$|_(static|event)$/.test(name) || OWN_NAMES.has(name)) continue;
      if (!member.__compat?.status?.standard_track) continue;
      index.set(name, [...(index.get(name) ?? []), member]);
    }
  }
  return index;
}
const MEMBERS = indexMembers();

/** `Owner.name`, where `Owner` is a global of the browser. */
function findStatic(owner: string, name: string): Use | null {
  if (GLOBAL_OBJECTS.has(owner)) return findGlobal(name);
  const meanings = [
    lookUp('javascript', 'builtins', owner, name),
    lookUp('api', owner, `${name}_static`),
    lookUp('api', SINGLETONS[owner] ?? '', name),
  ].filter(isDefined);
  return meanings.length > 0 ? { name: `${owner}.${name}`, meanings } : null;
}

/** The use made by a member expression; `isGlobal` tells whether an identifier is the browser's. */
export function findMember(node: Tree, isGlobal: (identifier: Tree) => boolean): Use | null {
  const name = propertyName(node);
  const { object } = node;
  if (name === null || !isTree(object)) return null;
  if (object.type === 'Identifier' && isGlobal(object)) {
    const owner = String(object.name);
    const isKnown = GLOBAL_OBJECTS.has(owner) || SINGLETONS[owner] || findGlobal(owner);
    if (isKnown) return findStatic(owner, name);
  }
  // A property set on a style is one of CSS.
  if (propertyName(object) === 'style') return null;
  const meanings = MEMBERS.get(name);
  return meanings ? { name: `.${name}`, meanings } : null;
}
