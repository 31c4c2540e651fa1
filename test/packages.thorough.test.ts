import { builtinModules } from 'node:module';
import { describe, expect, it } from 'vitest';
import { files, layerOf, listPackages, product, read } from './sources.ts';

/**
 * Three sets of packages: `dependencies` run the product, `devDependencies` build it, `tools/` has all others
 * (docs/decisions/012).
 */

interface Manifest {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  bin?: string | Record<string, string>;
}
const manifest = (file: string) => JSON.parse(read(file)) as Manifest;
const root = manifest('package.json');
const run = Object.keys(root.dependencies ?? {});
const build = Object.keys(root.devDependencies ?? {});
const tools = Object.keys(manifest('tools/package.json').devDependencies ?? {});

const isOurs = (file: string) =>
  /\.(?:tsx?|mjs|css)$/.test(file) && file !== 'test/packages.thorough.test.ts';
/** The sources that `npm start` builds with. */
const building = [
  ...product.filter((file) => ['app', 'ui'].includes(layerOf(file))),
  ...files.filter((file) => /^vite\/.*(?<!\.test)\.ts$|^vite\.config\.ts$/.test(file)),
];
/** The sources of the built server, which imports their packages: `vite build --ssr` leaves packages where they are. */
const running = product.filter((file) => ['server', 'site', 'shared'].includes(layerOf(file)));

/** The package of `react-dom/server` is `react-dom`. */
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');
const listedBy = (names: string[]) =>
  new Set(
    names
      .flatMap(listPackages)
      .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
      .map(packageOf),
  );
const without = (names: Set<string>, ...listed: string[][]) =>
  [...names].filter((name) => !listed.flat().includes(name));

describe('Packages', () => {
  it('that the built server imports are dependencies', () => {
    expect(without(listedBy(running), run)).toEqual([]);
  });

  it('that the app and its build import are dependencies or development dependencies', () => {
    expect(without(listedBy(building), run, build)).toEqual([]);
  });

  it('that anything else imports are listed', () => {
    expect(without(listedBy(files.filter(isOurs)), run, build, tools)).toEqual([]);
  });

  it('stand in one set each', () => {
    const all = [...run, ...build, ...tools];
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });

  it('that only tests and tools name are tools', () => {
    const text = [...running, ...building, ...files.filter((file) => /^(?:app|ui|site)\/.*\.css$/.test(file))]
      .map(read)
      .join('\n');
    // A tool that starts only sources, as `npm run dev` does, is named by its flag.
    const isNamed = (name: string) => new RegExp(`['"/]${name}(?:['"/]|$)`, 'm').test(text);
    expect([...run, ...build].filter((name) => !isNamed(name))).toEqual([]);
  });

  it('are all used', () => {
    const text = files.filter(isOurs).map(read).join('\n') + Object.values(root.scripts ?? {}).join('\n');
    const isUsed = (name: string): boolean => {
      if (name === '@types/node') return true;
      if (name.startsWith('@types/')) return isUsed(name.slice('@types/'.length));
      const { bin = {} } = manifest(`node_modules/${name}/package.json`);
      const programs = typeof bin === 'string' ? [name] : Object.keys(bin);
      return (
        new RegExp(`['"/]${name}['"/]`).test(text) ||
        programs.some((program) => new RegExp(`tool\\.mjs ${program}\\b|[bB]in\\('${program}'\\)`).test(text))
      );
    };
    expect(tools.filter((name) => !isUsed(name))).toEqual([]);
  });
});
