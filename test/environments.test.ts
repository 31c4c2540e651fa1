import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { files, product } from './sources.ts';

/** Each environment has its own tsconfig, in which the globals of the others do not exist (docs/decisions/135). */

const run = promisify(execFile);
const compiler = path.resolve('node_modules/typescript/bin/tsc');
// Inside node_modules, where packages are found as from our own files, and nothing is committed.
const scratch = path.resolve(`node_modules/.cache/environments-${process.pid}`);

afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

/** TypeScript's output, whatever its exit code. */
const compile = (...args: string[]) =>
  run(process.execPath, [compiler, ...args], { maxBuffer: 2 ** 24 }).then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  );

/** Returns which of these globals do not compile with the tsconfig of an environment. */
async function unknownIn(environment: string, names: string[]): Promise<string[]> {
  const folder = path.join(scratch, environment);
  fs.mkdirSync(folder, { recursive: true });
  const lines = names.map((name, index) => `export const value${index} = ${name};`);
  fs.writeFileSync(path.join(folder, 'globals.ts'), lines.join('\n'));
  const config = {
    extends: path.resolve(`tsconfig.${environment}.json`),
    compilerOptions: { incremental: false },
    include: ['./globals.ts', ...(environment === 'both' ? [path.resolve('vite/both.d.ts')] : [])],
    exclude: [],
  };
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const printed = await compile('-p', folder);
  const refused = [...printed.matchAll(/globals\.ts\((\d+),\d+\): error TS/g)];
  return refused.map(([, line]) => names[Number(line) - 1] ?? printed);
}

const BROWSER = ['document', 'window', 'localStorage', 'HTMLElement', 'matchMedia'];
const NODE = ['Buffer', 'process', '__dirname', 'setImmediate', 'require'];
const BOTH = ['URL', 'URLSearchParams', 'TextEncoder', 'Intl'];

describe('What does not exist where code runs', { tags: ['thorough'] }, () => {
  it('does not compile in the server', async () => {
    expect(await unknownIn('server', [...BROWSER, ...NODE, ...BOTH])).toEqual(BROWSER);
  });

  it('does not compile in the browser', async () => {
    expect(await unknownIn('browser', [...BROWSER, ...NODE, ...BOTH])).toEqual(NODE);
  });

  it('does not compile in what runs in both', async () => {
    expect(await unknownIn('both', [...BROWSER, ...NODE, ...BOTH])).toEqual([...BROWSER, ...NODE]);
  });
});

it('brings the types of no other environment in by way of a package', { tags: ['thorough'] }, async () => {
  const listed = (environment: string) => compile('-p', `tsconfig.${environment}.json`, '--listFilesOnly');
  const [browser, server, both] = await Promise.all(['browser', 'server', 'both'].map(listed));
  const dom = /\/lib\.(dom|webworker)[\w.]*\.d\.ts/;
  const node = /\/@types\/node\//;
  expect([browser, server].map((text) => dom.test(text ?? ''))).toEqual([true, false]);
  expect([browser, server].map((text) => node.test(text ?? ''))).toEqual([false, true]);
  expect(both).not.toMatch(dom);
  expect(both).not.toMatch(node);
  expect(both).toContain('site/render.tsx');
});

/** The files that the tsconfig of an environment names. */
async function namedBy(environment: string): Promise<string[]> {
  const shown = await compile('-p', `tsconfig.${environment}.json`, '--showConfig');
  const config = JSON.parse(shown) as { files: string[] };
  return config.files.map((file) => path.posix.normalize(file)).sort();
}

it('checks every script and benchmark', async () => {
  const [scripts, bench] = await Promise.all(['scripts', 'bench'].map(namedBy));
  const modules = files.filter((file) => /^(scripts|deploy|bench)\/.*\.mjs$/.test(file));
  expect([...(scripts ?? []), ...(bench ?? [])].sort()).toEqual(modules.sort());
});

it('checks every file in the environment it runs in', async () => {
  const filesOf = async (environment: string) =>
    (await namedBy(environment)).filter((file) => product.includes(file));
  const [browser, server, both, worker] = await Promise.all(
    ['browser', 'server', 'both', 'worker'].map(filesOf),
  );
  const isServiceWorker = (file: string) => file.endsWith('.service-worker.ts');
  const runsInBrowser = (file: string) => /^(app|ui)\/|\.client\.ts$/.test(file) && !isServiceWorker(file);
  const runsInServer = (file: string) => file.startsWith('server/');
  const runsInBoth = (file: string) => !runsInBrowser(file) && !runsInServer(file) && !isServiceWorker(file);
  expect(browser?.sort()).toEqual(product.filter(runsInBrowser).sort());
  expect(server?.sort()).toEqual(product.filter(runsInServer).sort());
  expect(both?.sort()).toEqual(product.filter(runsInBoth).sort());
  expect(worker?.sort()).toEqual(product.filter(isServiceWorker).sort());
});
