import type { Node } from 'acorn';

/** Walks the syntax tree of a script, and answers questions that every check asks. */

/** A node of any type, with whatever that type contains. */
export type Tree = Node & Record<string, unknown>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && typeof (value as Tree).type === 'string';

export const childrenOf = (node: Tree): Tree[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isTree));

/** Calls `visit` with each node and its ancestors, the nearest first. */
export function walkTree(
  node: Tree,
  visit: (node: Tree, parents: Tree[]) => void,
  parents: Tree[] = [],
): void {
  visit(node, parents);
  const inside = [node, ...parents];
  for (const child of childrenOf(node)) walkTree(child, visit, inside);
}

/** The name of a property that is written literally: `a.name` and `a['name']`. */
export function propertyName(node: Tree): string | null {
  const property = node.property;
  if (!isTree(property)) return null;
  if (!node.computed && property.type === 'Identifier') return String(property.name);
  return node.computed && property.type === 'Literal' && typeof property.value === 'string'
    ? property.value
    : null;
}

/** The text of a string, or of a template without placeholders. */
export function constantText(node: unknown): string | null {
  if (!isTree(node)) return null;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  const [quasi, ...others] = node.type === 'TemplateLiteral' ? (node.quasis as Tree[]) : [];
  if (!quasi || others.length > 0) return null;
  return (quasi.value as { cooked?: string }).cooked ?? null;
}
