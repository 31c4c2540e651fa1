import { parse } from 'acorn';
import { analyze } from 'eslint-scope';
import type { Target } from '../../vite/targets.ts';
import { findGlobal, findMember, type Use } from './built-ins.ts';
import { isGuarded } from './guards.ts';
import { syntaxNeeds } from './script-syntax.ts';
import { browsersWithout, type Finding, lookUp } from './support.ts';
import { type Tree, walkTree } from './syntax-tree.ts';

/**
 * Checks a built script for anything newer than the browsers we support: syntax, regular expressions, built-ins. Not
 * detected: names composed at run time, options passed along, the meaning of HTML elements, and a method whose name an
 * older object has as well (`filter` of arrays hides `filter` of iterators).
 */

const EXCERPT = 60;

function findPlace(node: Tree, code: string) {
  const start = (node.loc as { start: { line: number; column: number } }).start;
  const excerpt = code.slice(node.start, node.start + EXCERPT).replace(/\s+/g, ' ');
  return { line: start.line, column: start.column + 1, excerpt };
}

/** Identifiers that nothing in the script declares: they are the browser's. */
function listGlobals(tree: Tree): Set<unknown> {
  const scopes = analyze(tree as unknown as Parameters<typeof analyze>[0], {
    ecmaVersion: 2024,
    sourceType: 'module',
    fallback: 'iteration',
  });
  return new Set(scopes.globalScope?.through.map(({ identifier }) => identifier));
}

/**
 * Used by being called, constructed or set; a field that is only read is undefined in older browsers, which is no
 * failure.
 */
function isUsed(node: Tree, [parent]: Tree[]): boolean {
  if (!parent) return false;
  if (/^(Call|New)Expression$/.test(parent.type)) return parent.callee === node;
  return parent.type === 'AssignmentExpression' && parent.left === node;
}

export function checkScript(code: string, file: string, targets: Target[]): Finding[] {
  let tree: Tree;
  try {
    tree = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      ranges: true,
      preserveParens: true,
    }) as unknown as Tree;
  } catch (error) {
    const browsers = ['every browser'];
    return [{ feature: `syntax: ${error}`, browsers, file, line: 0, column: 0, excerpt: '' }];
  }
  const globals = listGlobals(tree);
  const findings: Finding[] = [];
  const note = (feature: string, browsers: string[], node: Tree) => {
    if (browsers.length > 0) findings.push({ feature, browsers, file, ...findPlace(node, code) });
  };
  const noteUse = (use: Use | null, node: Tree, parents: Tree[]) => {
    const browsers = use ? browsersWithout(use.meanings, targets) : [];
    if (!use || browsers.length === 0) return;
    const lastName = use.name.split('.').at(-1) ?? '';
    if (!isGuarded(node, lastName, parents, code)) note(use.name, browsers, node);
  };
  walkTree(tree, (node, parents) => {
    for (const path of syntaxNeeds(node, parents)) {
      // The one engine bug that MDN's data mention only in prose.
      const isFault = path.length === 1;
      const isConcerned = targets.some(
        ({ name, version }) => /^safari/.test(name) && Number.parseInt(version, 10) < 16,
      );
      if (isFault && isConcerned) note(path[0] ?? '', ['Safari before 16'], node);
      else note(path.join('.'), browsersWithout([lookUp(...path)], targets), node);
    }
    if (globals.has(node)) noteUse(findGlobal(String(node.name)), node, parents);
    if (node.type !== 'MemberExpression') return;
    const use = findMember(node, (identifier) => globals.has(identifier));
    if (use && (!use.name.startsWith('.') || isUsed(node, parents))) noteUse(use, node, parents);
  });
  return findings;
}
