import path from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, layerOf, product } from './sources.ts';

/** Cycles among the groups that files belong to, each as a path of names: files, folders or features. */
function cyclesOf(nodeOf: (file: string) => string, areOne = (a: string, b: string) => a === b): string[] {
  const targets = new Map<string, Set<string>>();
  for (const file of product) {
    const from = nodeOf(file);
    const known = targets.get(from) ?? new Set<string>();
    for (const target of importsOf(file)) {
      if (product.includes(target) && !areOne(from, nodeOf(target))) known.add(nodeOf(target));
    }
    targets.set(from, known);
  }
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (node: string, trail: string[]) => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node].join(' → '));
    if (done.has(node) || trail.includes(node)) return;
    for (const target of targets.get(node) ?? []) walk(target, [...trail, node]);
    done.add(node);
  };
  for (const node of targets.keys()) walk(node, []);
  return cycles;
}

it('has no cycles of files', () => {
  expect(cyclesOf((file) => file)).toEqual([]);
});

it('has no cycles of features; a file beside them, as server/context.ts, counts as one', () => {
  const depthOf = (file: string) => (['site', 'ui'].includes(layerOf(file)) ? 2 : 3);
  expect(cyclesOf((file) => file.split('/').slice(0, depthOf(file)).join('/'))).toEqual([]);
});

it('has no cycles of folders; a folder and one inside it are one', () => {
  const isInside = (a: string, b: string) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
  const folderOf = (file: string) => (file.split('/').length > 2 ? path.dirname(file) : file);
  expect(cyclesOf(folderOf, isInside)).toEqual([]);
});
