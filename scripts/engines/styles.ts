import type { Identifier } from '@mdn/browser-compat-data/types';
import { type CssNode, type Declaration, generate, parse, walk } from 'css-tree';
import type { Target } from '../../vite/targets.ts';
import { browsersWithout, type Finding, lookUp } from './support.ts';

/**
 * Checks a built style sheet for anything newer than the browsers we support. Whatever is inside `@supports` is an
 * enhancement; so is a declaration after a plain one of the same property, unless it contains `var()`: that counts as
 * valid until it is computed, and by then the plain one is discarded too. Not detected: how parts of a page look
 * without what a browser skips, or whether an element is what the style sheet assumes.
 */

/** A language feature: its path in MDN's data is its name in the report. */
interface Need {
  feature: string;
  node: Identifier | undefined;
}

const createNeed = (...path: string[]): Need => ({ feature: path.join('.'), node: lookUp(...path) });

const isPrefixed = (name: string) => /^-(webkit|moz|ms|o)-/.test(name);

const UNITS: [RegExp, string][] = [
  [/^cq(w|h|i|b|min|max)$/, 'container_query_length_units'],
  [/^d(vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_dynamic'],
  [/^s(vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_small'],
  [/^l(vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_large'],
  [/^(cap|ch|ic|lh|rlh|rcap|rch|rex|ric|vi|vb)$/, ''],
];

function unitNeeds(unit: string): Need[] {
  const found = UNITS.find(([pattern]) => pattern.test(unit));
  return found ? [createNeed('css', 'types', 'length', found[1] || unit)] : [];
}

function functionNeeds(property: string, name: string, isRelative: boolean): Need[] {
  const candidates = [
    createNeed('css', 'types', 'color', name),
    createNeed('css', 'types', name),
    createNeed('css', 'types', 'gradient', name),
    createNeed('css', 'types', 'image', name),
    createNeed('css', 'types', 'transform-function', name),
    createNeed('css', 'types', 'easing-function', name),
    createNeed('css', 'properties', property, name),
    createNeed('css', 'properties', property, `${name}_function`),
  ];
  const known = candidates.find(({ node }) => node?.__compat);
  const relative = isRelative ? [createNeed('css', 'types', 'color', name, 'relative_syntax')] : [];
  return [...(known ? [known] : []), ...relative];
}

/** The needs of a declaration: its property, and the keywords, functions and units of its value. */
function declarationNeeds({ property, value }: Declaration): Need[] {
  if (isPrefixed(property)) return [];
  const found = property.startsWith('--') ? [] : [createNeed('css', 'properties', property)];
  walk(value, (node) => {
    if (node.type === 'Dimension') found.push(...unitNeeds(node.unit.toLowerCase()));
    if (node.type === 'Identifier' && !isPrefixed(node.name) && !node.name.startsWith('--'))
      found.push(createNeed('css', 'properties', property, node.name));
    if (node.type === 'Function' && !isPrefixed(node.name)) {
      const first = node.children.first;
      const isRelative = first?.type === 'Identifier' && first.name === 'from';
      found.push(...functionNeeds(property, node.name.toLowerCase(), isRelative));
    }
    if (node.type === 'Operator' && node.value === '/' && property === 'content')
      found.push(createNeed('css', 'properties', 'content', 'alt_text'));
  });
  return found;
}

const AT_RULE_PARTS: Record<string, string> = { media: 'media', container: 'container' };

function atRuleNeeds(name: string, prelude: CssNode | null): Need[] {
  const found = [createNeed('css', 'at-rules', name)];
  const kind = AT_RULE_PARTS[name];
  if (!prelude || !kind) return found;
  walk(prelude, (node) => {
    if (node.type === 'FeatureRange' && kind === 'media')
      found.push(createNeed('css', 'at-rules', kind, 'range_syntax'));
    if (node.type === 'Feature' && !isPrefixed(node.name))
      found.push(createNeed('css', 'at-rules', kind, node.name.replace(/^(min|max)-/, '')));
  });
  return found;
}

function selectorNeeds(prelude: CssNode): Need[] {
  const found: Need[] = [];
  walk(prelude, (node) => {
    if (node.type === 'NestingSelector') found.push(createNeed('css', 'selectors', 'nesting'));
    const isPseudo = node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector';
    if (isPseudo && !isPrefixed(node.name))
      found.push(createNeed('css', 'selectors', node.name.toLowerCase()));
  });
  return found;
}

const EXCERPT = 100;

/** Which of these needs browsers lack. */
type Missing = (needs: Need[]) => { feature: string; browsers: string[] }[];

/** True if an earlier declaration in the block applies where this one is not understood. */
function hasPlain(declaration: Declaration, earlier: Declaration[], missing: Missing): boolean {
  if (declaration.property.startsWith('--')) return false;
  if (generate(declaration.value).includes('var(')) return false;
  return earlier.some(
    (other) =>
      (other.property.replace(/^-webkit-/, '') === declaration.property ||
        declaration.property.startsWith(`${other.property}-`)) &&
      missing(declarationNeeds(other)).length === 0,
  );
}

export function checkStyles(css: string, file: string, targets: Target[]): Finding[] {
  const findings: Finding[] = [];
  const missing: Missing = (needs) =>
    needs.flatMap(({ feature, node }) => {
      const browsers = browsersWithout([node], targets);
      return browsers.length > 0 ? [{ feature, browsers }] : [];
    });
  const report = (node: CssNode, needs: Need[]) => {
    const { line = 0, column = 0 } = node.loc?.start ?? {};
    const excerpt = generate(node).slice(0, EXCERPT);
    const features = new Map(missing(needs).map(({ feature, browsers }) => [feature, browsers]));
    for (const [feature, browsers] of features) {
      // Where a property is unknown, its keywords are too.
      if (features.has(feature.slice(0, feature.lastIndexOf('.')))) continue;
      findings.push({ feature, browsers, file, line, column, excerpt });
    }
  };
  const tree = parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError: ({ message, offset, line, column }) => {
      // A condition of `@supports` contains what this parser does not know on purpose.
      if (/@supports[^{;]*$/.test(css.slice(0, offset))) return;
      const feature = `syntax: ${message}`;
      findings.push({ feature, browsers: ['every browser'], file, line, column, excerpt: '' });
    },
  });
  walk(tree, (node: CssNode) => {
    // Whatever a browser does not know has been tested for in here.
    if (node.type === 'Atrule' && node.name === 'supports') return walk.skip;
    if (node.type === 'Atrule' && !isPrefixed(node.name)) report(node, atRuleNeeds(node.name, node.prelude));
    if (node.type === 'Rule') report(node, selectorNeeds(node.prelude));
    if (node.type !== 'Block') return undefined;
    const declarations = node.children.toArray().filter((child) => child.type === 'Declaration');
    declarations.forEach((declaration, at) => {
      const needs = declarationNeeds(declaration);
      if (missing(needs).length > 0 && !hasPlain(declaration, declarations.slice(0, at), missing))
        report(declaration, needs);
    });
    return undefined;
  });
  return findings;
}
