import { expect, it } from 'vitest';
import { files, read } from './sources.ts';

/** Lists of paths in code and configuration: an entry that matches no file protects nothing. */
const LISTS = files.filter(
  (file) =>
    /^[^/]+\.(?:json|config\.ts)$/.test(file) ||
    /^scripts\/[\w-]+\.mjs$/.test(file) ||
    /(?:single-place\.thorough|architecture|environments|doors|brand|persons)\.test\.ts$/.test(file),
);
const NAMED = /['"`]((?:app|bench|scripts|server|shared|site|test|ui|vite)\/[^'"`\s$:]*)['"`]/g;

/** The folder or the beginning of a name before the first sign of a pattern. */
const fixedPart = (pattern: string) => pattern.replace(/[*?{([!].*$/, '').replace(/ .*$/, '');

it('Every path that a list names is that of a file', () => {
  const named = LISTS.filter((file) => file !== 'package-lock.json').flatMap((file) =>
    [...read(file).matchAll(NAMED)]
      .map(([, name = '']) => ({ file, name }))
      // Files left behind by a run.
      .filter(({ name }) => !name.includes('/.')),
  );
  expect(named.length).toBeGreaterThan(60);
  const unknown = named.filter(({ name }) => !files.some((file) => file.startsWith(fixedPart(name))));
  expect(unknown).toEqual([]);
});
