import compatibility from '@mdn/browser-compat-data/forLegacyNode';
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import { compareVersions, type Target } from '../../vite/targets.ts';

/** Which of the browsers we support know a feature, according to MDN's data. */

/** Something in the build that is newer than a browser we support. */
export interface Finding {
  /** As MDN's data name it, like `css.types.color.color-mix`. */
  feature: string;
  /** The browsers that lack it, like `Safari 15.4`. */
  browsers: string[];
  file: string;
  line: number;
  column: number;
  /** The code at that place. */
  excerpt: string;
}

/** The node of MDN's data under a path of keys, or undefined. */
export function lookUp(...keys: string[]): Identifier | undefined {
  let node: Identifier | undefined = compatibility as unknown as Identifier;
  for (const key of keys) node = node && Object.hasOwn(node, key) ? node[key] : undefined;
  return node;
}

/** A partial implementation counts as known; one that needs a prefix, another name or a setting does not. */
function isKnownSince(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added, version_removed, flags, prefix, alternative_name } = statement;
  if (flags || prefix || alternative_name || typeof version_added !== 'string') return false;
  if (!/\d/.test(version_added) || compareVersions(version_added.replace('≤', ''), version) > 0) return false;
  return (
    typeof version_removed !== 'string' || compareVersions(version_removed.replace('≤', ''), version) > 0
  );
}

/** Targets that lack what a statement describes. Browsers missing from the data are skipped. */
function lackingTargets(compat: CompatStatement, targets: Target[]): Target[] {
  return targets.filter(({ name, version }) => {
    const support = compat.support[name];
    if (!support) return false;
    return ![support].flat().some((statement) => isKnownSince(statement, version));
  });
}

const nameOf = ({ name, version }: Target) => `${compatibility.browsers[name].name} ${version}`;

/**
 * The targets that know none of these nodes, by their common names; empty if no node has data. Several nodes are
 * several things with one name, and we cannot tell which is meant: then a browser that knows one of them passes.
 */
export function browsersWithout(nodes: (Identifier | undefined)[], targets: Target[]): string[] {
  const statements = nodes.flatMap((node) => (node?.__compat ? [node.__compat] : []));
  if (statements.length === 0) return [];
  const lacking = statements.map((compat) => lackingTargets(compat, targets));
  return targets.filter((target) => lacking.every((list) => list.includes(target))).map(nameOf);
}
