import fs from 'node:fs';
import path from 'node:path';
import { createInstrumenter } from '@stryker-mutator/instrumenter';

/** Makes mutants with Stryker's instrumenter: every file holds all of its mutants, and one of them is switched on at a time. */

/** What is mutated; files of tests are not. */
const FOLDERS = [
  'server/infra',
  'server/analytics',
  'server/billing',
  'server/auth',
  'server/contacts',
  'shared',
];

export interface Mutant {
  /** As the instrumented code knows it. */
  id: string;
  /** From the package's folder. */
  file: string;
  /** Counted from 1. */
  line: number;
  column: number;
  /** Stryker's name of the kind of change. */
  kind: string;
  original: string;
  replacement: string;
}

export const folderOf = (file: string): string =>
  FOLDERS.find((folder) => file.startsWith(`${folder}/`)) ?? '';

const listSources = (root: string): string[] =>
  FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  ).sort();

interface Call {
  type: string;
  node: {
    callee?: {
      type: string;
      property?: { name?: string };
      object?: { name?: string; property?: { name?: string } };
    };
  };
}

/** What is written to the log is for people who operate the product: no test reads it word by word. */
function isLogCall({ type, node }: Call): boolean {
  if (type !== 'CallExpression') return false;
  const { property, object } = node.callee ?? {};
  const isOfLog = [object?.name, object?.property?.name].includes('log');
  return isOfLog && /^(trace|debug|info|warn|error|fatal)$/.test(property?.name ?? '');
}

const silence = () => {};
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silence,
  debug: silence,
  info: silence,
  warn: silence,
  error: silence,
  fatal: silence,
};

/** Stryker's parts are put together by its injector, of which two methods are needed here. */
function createInjector() {
  const values = new Map<string, unknown>([['logger', logger]]);
  const injector = {
    provideValue(token: string, value: unknown) {
      values.set(token, value);
      return injector;
    },
    injectClass: <T>(made: (new (...parts: unknown[]) => T) & { inject: readonly string[] }): T =>
      new made(...made.inject.map((token) => values.get(token))),
  };
  return injector as unknown as Parameters<typeof createInstrumenter>[0];
}

function textBetween(
  source: string,
  start: { line: number; column: number },
  end: { line: number; column: number },
) {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, nth) => line.slice(nth === 0 ? start.column : 0, nth === last ? end.column : undefined))
    .join('\n');
}

/** Writes the instrumented files over those below `root`; answers their mutants, in the order of files and lines. */
export async function instrument(root: string): Promise<Mutant[]> {
  const sources = new Map(
    listSources(root).map((name) => [name, fs.readFileSync(path.join(root, name), 'utf8')]),
  );
  const result = await createInstrumenter(createInjector()).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    {
      plugins: null,
      excludedMutations: [],
      ignorers: [{ shouldIgnore: (place) => (isLogCall(place as Call) ? 'a line of the log' : undefined) }],
    },
  );
  for (const { name, content } of result.files) fs.writeFileSync(path.join(root, name), content);
  return result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location, mutatorName, replacement }) => ({
      id,
      file: fileName,
      line: location.start.line + 1,
      column: location.start.column + 1,
      kind: mutatorName,
      original: textBetween(sources.get(fileName) ?? '', location.start, location.end),
      replacement,
    }));
}
