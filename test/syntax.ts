import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Visits every node of a file, each with the one it is in: some hundred thousand in all files, so no list is made of any. */
function visitNodes(file: string, source: string, visit: (node: Node, parent: Node | null) => void): void {
  const walk = (node: Node, parent: Node | null) => {
    visit(node, parent);
    for (const key in node) {
      const value: unknown = node[key as keyof Node];
      if (Array.isArray(value)) {
        for (const each of value) if (isNode(each)) walk(each, node);
      } else if (isNode(value)) walk(value, node);
    }
  };
  walk(parseSync(file, source).program as Node, null);
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** A function's name where it stands: its own, or that of the variable or property it is given to. */
function findName(node: Node, parent: Node | null): string | null {
  const owner =
    Reflect.get(node, 'id') ?? (parent && (Reflect.get(parent, 'id') ?? Reflect.get(parent, 'key')));
  return isNode(owner) ? (Reflect.get(owner, 'name') ?? null) : null;
}

/** Every function of a file, in the order they begin, with its lines from the first to the last. */
export function listFunctions(file: string, source: string): { name: string; lines: number }[] {
  const linesIn = (start: number, end: number) => source.slice(start, end).split('\n').length;
  const found: { name: string; lines: number }[] = [];
  visitNodes(file, source, (node, parent) => {
    if (!FUNCTIONS.includes(node.type)) return;
    const name = findName(node, parent) ?? `line ${linesIn(0, node.start)}`;
    found.push({ name, lines: linesIn(node.start, node.end) });
  });
  return found;
}

/** The texts of a file: of literals, between expressions of templates, and between tags. */
export function listTexts(file: string, source: string): string[] {
  const found: string[] = [];
  visitNodes(file, source, (node) => {
    const value: unknown = Reflect.get(node, 'value');
    const text = node.type === 'TemplateElement' ? Reflect.get(value as object, 'cooked') : value;
    if (typeof text === 'string') found.push(text);
  });
  return found;
}

/** The attributes of the tags of a file, with the type of each value: not of components, which have props. */
export function listAttributes(file: string, source: string): { name: string; value: string | null }[] {
  const found: { name: string; value: string | null }[] = [];
  visitNodes(file, source, (node) => {
    const tag =
      node.type === 'JSXOpeningElement' ? String(Reflect.get(Reflect.get(node, 'name'), 'name')) : '';
    if (!/^[a-z]/.test(tag)) return;
    for (const one of Reflect.get(node, 'attributes')) {
      const value = one.value?.expression ?? one.value ?? null;
      found.push({ name: one.name?.name?.name ?? one.name?.name ?? '...', value: value?.type ?? null });
    }
  });
  return found;
}
