import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { constantText, isTree, type Tree, walkTree } from './syntax-tree.ts';

/** The language features a node needs, as paths in MDN's data. */

type Path = string[];

const CLASSES = ['javascript', 'classes'];
const OPERATORS = ['javascript', 'operators'];
const STATEMENTS = ['javascript', 'statements'];
const REGULAR = ['javascript', 'regular_expressions'];

const BY_OPERATOR: Record<string, Path> = {
  '??': [...OPERATORS, 'nullish_coalescing'],
  '??=': [...OPERATORS, 'nullish_coalescing_assignment'],
  '&&=': [...OPERATORS, 'logical_and_assignment'],
  '||=': [...OPERATORS, 'logical_or_assignment'],
  '**': [...OPERATORS, 'exponentiation'],
  '**=': [...OPERATORS, 'exponentiation_assignment'],
};

const isPrivate = (node: unknown) => isTree(node) && node.type === 'PrivateIdentifier';
const operatorNeeds = ({ operator }: Tree): Path[] => {
  const path = BY_OPERATOR[String(operator)];
  return path ? [path] : [];
};

/**
 * A field initializer that Safari before 16 may not run: "needless parentheses and functions", says WebKit's report.
 */
function hasRiskyInitializer(node: Tree): boolean {
  let isRisky = false;
  if (isTree(node.value)) {
    walkTree(node.value, ({ type }) => {
      if (/^(ParenthesizedExpression|ArrowFunctionExpression|FunctionExpression)$/.test(type)) isRisky = true;
    });
  }
  return isRisky;
}

const RULES: Record<string, (node: Tree, parents: Tree[]) => Path[]> = {
  StaticBlock: () => [[...CLASSES, 'static', 'initialization_blocks']],
  PropertyDefinition: (node) => [
    [...CLASSES, isPrivate(node.key) ? 'private_class_fields' : 'public_class_fields'],
    ...(node.static ? [[...CLASSES, 'static', 'class_fields']] : []),
    ...(hasRiskyInitializer(node) ? [['parentheses in the initializer of a class field']] : []),
  ],
  MethodDefinition: (node) => (isPrivate(node.key) ? [[...CLASSES, 'private_class_methods']] : []),
  BinaryExpression: (node) =>
    isPrivate(node.left) ? [[...CLASSES, 'private_class_fields_in']] : operatorNeeds(node),
  LogicalExpression: operatorNeeds,
  AssignmentExpression: operatorNeeds,
  ChainExpression: () => [[...OPERATORS, 'optional_chaining']],
  ImportExpression: () => [[...OPERATORS, 'import']],
  MetaProperty: (node) => [
    [...OPERATORS, isTree(node.meta) && node.meta.name === 'new' ? 'new_target' : 'import_meta'],
  ],
  AwaitExpression: (_, parents) =>
    parents.some(({ type }) => /Function|StaticBlock/.test(type))
      ? []
      : [[...OPERATORS, 'await', 'top_level']],
  ImportDeclaration: ({ attributes }) =>
    Array.isArray(attributes) && attributes.length > 0
      ? [[...STATEMENTS, 'import', 'import_attributes']]
      : [],
  ExportAllDeclaration: ({ exported }) => (exported ? [[...STATEMENTS, 'export', 'namespace']] : []),
  ForOfStatement: ({ await: isAwaited }) => (isAwaited ? [[...STATEMENTS, 'for_await_of']] : []),
  CatchClause: ({ param }) => (param ? [] : [[...STATEMENTS, 'try_catch', 'optional_catch_binding']]),
  VariableDeclaration: ({ kind }) => {
    if (kind === 'using') return [[...STATEMENTS, 'using']];
    return kind === 'await using' ? [[...STATEMENTS, 'await_using']] : [];
  },
  Literal: ({ bigint, raw, regex, value }) => {
    if (isTree(regex) || (typeof regex === 'object' && regex !== null)) {
      const { pattern, flags } = regex as { pattern: string; flags: string };
      return regularExpressionNeeds(pattern, flags);
    }
    if (bigint) return [['javascript', 'builtins', 'BigInt']];
    const isSeparated = typeof value === 'number' && String(raw).includes('_');
    return isSeparated ? [['javascript', 'grammar', 'numeric_separators']] : [];
  },
  NewExpression: constructedNeeds,
  CallExpression: constructedNeeds,
};

/** `RegExp('…')`, with or without `new`, with a literal pattern. */
function constructedNeeds({ callee, arguments: given }: Tree): Path[] {
  if (!isTree(callee) || callee.name !== 'RegExp' || !Array.isArray(given)) return [];
  const pattern = constantText(given[0]);
  return pattern === null ? [] : regularExpressionNeeds(pattern, constantText(given[1]) ?? '');
}

const BY_FLAG: Record<string, string> = {
  d: 'hasIndices',
  s: 'dotAll',
  u: 'unicode',
  v: 'unicodeSets',
  y: 'sticky',
};

/** The features that a regular expression needs; throws if it is invalid. */
export function regularExpressionNeeds(pattern: string, flags: string): Path[] {
  const found: Path[] = [...flags].flatMap((flag) =>
    BY_FLAG[flag] ? [['javascript', 'builtins', 'RegExp', BY_FLAG[flag]]] : [],
  );
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const tree = new RegExpParser().parsePattern(pattern, 0, pattern.length, mode);
  const names = new Set<string>();
  visitRegExpAST(tree, {
    onAssertionEnter: ({ kind }) => {
      if (kind === 'lookbehind') found.push([...REGULAR, 'lookbehind_assertion']);
    },
    onCapturingGroupEnter: ({ name }) => {
      if (!name) return;
      const isTwice = names.has(name) ? ['duplicate_named_capturing_groups'] : [];
      found.push([...REGULAR, 'named_capturing_group', ...isTwice]);
      names.add(name);
    },
    onModifiersEnter: () => found.push([...REGULAR, 'modifier']),
    onCharacterSetEnter: ({ kind }) => {
      if (kind === 'property') found.push([...REGULAR, 'unicode_character_class_escape']);
    },
  });
  return found;
}

/** The language features this node needs, not counting its children. */
export const syntaxNeeds = (node: Tree, parents: Tree[]): Path[] => RULES[node.type]?.(node, parents) ?? [];
