import { describe, expect, it } from 'vitest';
import { oldestTargets } from '../../vite/targets.ts';
import { applyExceptions } from './exceptions.ts';
import { checkScript } from './scripts.ts';
import { checkStyles } from './styles.ts';

const targets = oldestTargets();
const ofScript = (code: string) => checkScript(code, 'a.js', targets).map(({ feature }) => feature);
const ofStyles = (css: string) => checkStyles(css, 'a.css', targets).map(({ feature }) => feature);

describe('The check of built scripts', () => {
  it.each([
    ['const x = AbortSignal.any([a, b]);', 'AbortSignal.any'],
    ['URL.canParse(text)', 'URL.canParse'],
    ['element.checkVisibility()', '.checkVisibility'],
    ['list.toSorted()', '.toSorted'],
    ['text.toWellFormed()', '.toWellFormed'],
    ["button.ariaDisabled = 'true'", '.ariaDisabled'],
    ["tab.role = 'tab'", '.role'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['new OffscreenCanvas(1, 1)', 'OffscreenCanvas'],
    ['window.requestIdleCallback(run)', 'requestIdleCallback'],
    ['/(?<!a)b/.test(text)', 'javascript.regular_expressions.lookbehind_assertion'],
    ["new RegExp('(?<=a)b')", 'javascript.regular_expressions.lookbehind_assertion'],
    ['/[a--b]/v', 'javascript.builtins.RegExp.unicodeSets'],
    ['class A { static { run(); } }', 'javascript.classes.static.initialization_blocks'],
    ['class A { x = run(() => y); }', 'parentheses in the initializer of a class field'],
    ['const a = ;', 'syntax: SyntaxError: Unexpected token (1:10)'],
  ])('finds what is newer in %s', (code, feature) => {
    expect(ofScript(code)).toContain(feature);
  });

  it.each([
    "if (typeof OffscreenCanvas === 'undefined') { return0(); } else { new OffscreenCanvas(1, 1); }",
    "function f(file) { if (typeof OffscreenCanvas === 'undefined') return file; return new OffscreenCanvas(1, 1); }",
    "if ('checkVisibility' in element) element.checkVisibility();",
    'element.checkVisibility?.()',
    'element.checkVisibility && element.checkVisibility()',
    'try { URL.canParse(text); } catch { no(); }',
    'const URL = { canParse() {} }; URL.canParse();',
    'const groupBy = 1; Object.keys(groupBy); [].filter(Boolean).map(String).at(-1);',
    "element.setAttribute('role', 'tab'); const { role } = element; role;",
    '/(?=a)(?<name>b)/du; class A { #x = 1; }',
  ])('accepts what is known or tested for: %s', (code) => {
    expect(ofScript(code)).toEqual([]);
  });

  it('says where a feature is used and which browsers lack it', () => {
    expect(checkScript('run();\n  URL.canParse(text);', 'assets/a.js', targets)).toEqual([
      {
        feature: 'URL.canParse',
        browsers: expect.arrayContaining(['Safari 15.4', 'Chrome 111', 'Samsung Browser 20']),
        file: 'assets/a.js',
        line: 2,
        column: 3,
        excerpt: 'URL.canParse(text);',
      },
    ]);
  });
});

describe('The check of built style sheets', () => {
  it.each([
    ['a { color: color-mix(in srgb, red, blue) }', 'css.types.color.color-mix'],
    [':root { --paper: light-dark(#fff, #000) }', 'css.types.color.light-dark'],
    ['a::before { content: "x" / "" }', 'css.properties.content.alt_text'],
    ['h1 { font-size: clamp(1rem, 17cqi, 3rem) }', 'css.types.length.container_query_length_units'],
    ['a:has(b) { color: red }', 'css.selectors.has'],
    ['@media (width >= 600px) { a { color: red } }', 'css.at-rules.media.range_syntax'],
    ['@container (min-width: 600px) { a { color: red } }', 'css.at-rules.container'],
    ['body { min-height: 100dvh }', 'css.types.length.viewport_percentage_units_dynamic'],
    ['a { & b { color: red } }', 'css.selectors.nesting'],
    ['p { text-wrap: pretty }', 'css.properties.text-wrap'],
    ['a { color: rgb(from red r g b) }', 'css.types.color.rgb.relative_syntax'],
    ['a { overflow: clip }', 'css.properties.overflow.clip'],
  ])('finds what is newer in %s', (css, feature) => {
    expect(ofStyles(css)).toContain(feature);
  });

  it.each([
    'a { color: red; color: color-mix(in srgb, red, blue) }',
    'a::before { content: "x"; content: "x" / "" }',
    'h1 { font-size: 2rem; font-size: clamp(1rem, 17cqi, 3rem) }',
    'body { min-height: 100vh; min-height: 100dvh }',
    '@supports selector(:has(a)) { a:has(b) { color: red } }',
    '@media (min-width: 600px) { a { color: rgb(0 0 0 / 50%) } }',
  ])('accepts what has a plain fallback or is tested for: %s', (css) => {
    expect(ofStyles(css)).toEqual([]);
  });

  it('accepts no plain fallback for a value with var(), which hides unknown syntax from the browser', () => {
    const css = 'a { border: 1px solid red; border: 1px solid color-mix(in srgb, var(--ink) 70%, white) }';
    expect(ofStyles(css)).toEqual(['css.types.color.color-mix']);
  });

  it('accepts no plain fallback for a custom property, which may contain anything', () => {
    const css = ':root { --paper: white; --paper: light-dark(white, black) }';
    expect(ofStyles(css)).toEqual(['css.types.color.light-dark']);
  });
});

describe('An exception', () => {
  const findings = checkStyles('a { text-wrap: balance }', 'a.css', targets);

  it('covers what it names', () => {
    const exception = { feature: 'css.properties.text-wrap', why: 'lines break elsewhere' };
    expect(applyExceptions(findings, [exception])).toEqual({ findings: [], idle: [] });
  });

  it('is reported when nothing needs it', () => {
    const exception = { feature: 'css.selectors.has', why: 'nothing' };
    expect(applyExceptions(findings, [exception])).toEqual({ findings, idle: [exception] });
  });
});
