import { isTree, type Tree } from './syntax-tree.ts';

/**
 * True if a script tests for a built-in before it uses it. Recognized: `typeof x`, `'x' in y`, a comparison or truth
 * test, `x?.()`, a branch behind any of these, code after `if (!x) return`, and anything in a `try` with a `catch`.
 */

const mentions = (node: unknown, name: string, code: string): boolean => {
  if (!isTree(node)) return false;
  const text = code.slice(node.start, node.end);
  return new RegExp(`(?:^|[^\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`).test(text);
};

const isWithin = (node: Tree, part: unknown) =>
  isTree(part) && part.start <= node.start && node.end <= part.end;

const leavesFunction = (statement: unknown): boolean => {
  if (!isTree(statement)) return false;
  if (/^(Return|Throw|Continue|Break)Statement$/.test(statement.type)) return true;
  return statement.type === 'BlockStatement' && leavesFunction((statement.body as Tree[]).at(-1));
};

/** The node tests for the built-in instead of using it. */
function isAsked(node: Tree, [parent]: Tree[]): boolean {
  if (!parent) return false;
  if (parent.type === 'UnaryExpression') return parent.operator === 'typeof' || parent.operator === '!';
  if (parent.type === 'CallExpression') return parent.callee === node && parent.optional === true;
  if (parent.type === 'BinaryExpression') return /^[!=]==?$|^in$|^[<>]$/.test(String(parent.operator));
  if (parent.type === 'LogicalExpression') return parent.left === node;
  return /^(If|Conditional)/.test(parent.type) && parent.test === node;
}

function isBehindTest(node: Tree, name: string, parents: Tree[], code: string): boolean {
  return parents.some((parent) => {
    if (parent.type === 'TryStatement') return isTree(parent.handler) && isWithin(node, parent.block);
    if (parent.type === 'LogicalExpression')
      return isWithin(node, parent.right) && mentions(parent.left, name, code);
    if (/^(If|Conditional)/.test(parent.type))
      return !isWithin(node, parent.test) && mentions(parent.test, name, code);
    if (parent.type !== 'BlockStatement' && parent.type !== 'Program') return false;
    return (parent.body as Tree[]).some(
      (statement) =>
        statement.end <= node.start &&
        statement.type === 'IfStatement' &&
        leavesFunction(statement.consequent) &&
        mentions(statement.test, name, code),
    );
  });
}

/** `name`: the last part of what is used, as a test would spell it. */
export const isGuarded = (node: Tree, name: string, parents: Tree[], code: string): boolean =>
  isAsked(node, parents) || isBehindTest(node, name, parents, code);
