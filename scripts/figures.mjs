import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { root } from './setup.mjs';

/** Prints how large the product is and how much of it repeats: no tests, no migrations, nothing of these scripts. */

const LAYERS = ['shared', 'ui', 'site', 'app', 'server'];
const LENGTHS = [40, 60];
/** So many lines of one shape, one after the other, count as a repetition. */
const RUN = 6;
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/**
 * @typedef {{ type: string, start: number, end: number }} Node
 * @typedef {{ file: string, source: string, lines: number, functions: number[], exports: string[] }} Source
 */

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
const isNode = (value) =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** @param {string} text */
const linesOf = (text) => text.split('\n').length;

/**
 * The names that a statement exports where it declares them.
 *
 * @param {Node} statement
 * @returns {string[]}
 */
function exportedBy(statement) {
  const declared = statement.type === 'ExportNamedDeclaration' ? Reflect.get(statement, 'declaration') : null;
  if (!declared) return [];
  return [declared, ...(declared.declarations ?? [])].flatMap(({ id }) => id?.name ?? []);
}

/**
 * @param {string} file
 * @returns {Source}
 */
function readSource(file) {
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  const { body } = parseSync(file, source).program;
  /** @type {number[]} */
  const functions = [];
  /** @param {Node} node */
  const walk = (node) => {
    if (FUNCTIONS.includes(node.type)) functions.push(linesOf(source.slice(node.start, node.end)));
    for (const value of Object.values(node).flat()) if (isNode(value)) walk(value);
  };
  for (const statement of body) walk(statement);
  return { file, source, lines: linesOf(source) - 1, functions, exports: body.flatMap(exportedBy) };
}

/** @param {Source[]} sources */
function countRepeated(sources) {
  const seen = new Set();
  let repeated = 0;
  for (const { source } of sources) {
    const shapes = source
      .replace(/^import [^;]*;$/gm, '')
      .split('\n')
      .map((line) => line.trim().replace(/'[^']*'|`[^`]*`|[\w$]+/g, 'x'))
      .filter((line) => line.includes('x'));
    let counted = 0;
    for (let end = RUN; end <= shapes.length; end += 1) {
      const run = shapes.slice(end - RUN, end).join('\n');
      if (seen.has(run)) {
        repeated += end - Math.max(counted, end - RUN);
        counted = end;
      } else seen.add(run);
    }
  }
  return repeated;
}

/** @param {Source[]} sources */
function figuresOf(sources) {
  const lengths = sources.map(({ lines }) => lines).sort((one, other) => one - other);
  /** @param {number} share */
  const at = (share) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0;
  const functions = sources.flatMap((source) => source.functions);
  return {
    files: sources.length,
    lines: lengths.reduce((sum, lines) => sum + lines, 0),
    'median file': at(0.5),
    '90th percentile': at(0.9),
    'longest file': at(1),
    ...Object.fromEntries(
      LENGTHS.map((most) => [`functions > ${most}`, functions.filter((lines) => lines > most).length]),
    ),
  };
}

const listed = execFileSync('git', ['ls-files', ...LAYERS], { cwd: root, encoding: 'utf8' }).split('\n');
const sources = listed
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/migrations\//.test(file))
  .filter((file) => fs.existsSync(path.join(root, file)))
  .map(readSource);
/** @param {string} layer */
const ofLayer = (layer) => sources.filter(({ file }) => file.startsWith(`${layer}/`));
const rows = LAYERS.map((layer) => [layer, figuresOf(ofLayer(layer))]);
console.table(Object.fromEntries([...rows, ['all', figuresOf(sources)]]));
const names = sources.flatMap((source) => [...new Set(source.exports)]);
const once = new Set(names);
const again = new Set(names.filter((name) => !once.delete(name)));
console.log(`Exported names declared in two or more files: ${again.size} of ${new Set(names).size}`);
console.log(`Lines in a run of ${RUN} whose shape stood before: ${countRepeated(sources)}`);
