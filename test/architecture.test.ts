import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { environment } from '#server/config.ts';

const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const files = list.split('\n').filter((file) => file && fs.existsSync(file));
const sources = files.filter((file) => /^(shared|ui|site|app|server|test)\/.*\.tsx?$/.test(file));
const read = (file: string) => fs.readFileSync(file, 'utf8');

const MAY_IMPORT: Record<string, string[]> = {
  shared: ['shared'],
  ui: ['ui'],
  site: ['site', 'shared', 'ui'],
  app: ['app', 'shared', 'ui', 'site'],
  server: ['server', 'shared', 'site'],
};

it('imports downwards only', () => {
  const wrong = sources.flatMap((file) => {
    const allowed = MAY_IMPORT[file.split('/')[0] ?? ''];
    if (!allowed || file.includes('.test.')) return [];
    const floors = [...read(file).matchAll(/from '#(\w+)\//g)].map((match) => match[1] ?? '');
    return floors.filter((floor) => !allowed.includes(floor)).map((floor) => `${file} → ${floor}`);
  });
  expect(wrong).toEqual([]);
});

it('keeps every file below 300 lines', () => {
  expect(sources.filter((file) => read(file).split('\n').length > 301)).toEqual([]);
});

it('reads the environment in one place', () => {
  const readers = sources.filter(
    (file) => /process\.env\b(?!\.PATH)/.test(read(file)) && !file.startsWith('test/'),
  );
  expect(readers).toEqual(['server/config.ts']);
});

it('names only paths that exist in the README and AGENTS', () => {
  const named = ['README.md', 'AGENTS.md'].flatMap((file) => [
    ...read(file).matchAll(/`((?:shared|ui|site|app|server|test)\/[\w./-]*)`/g),
  ]);
  expect(named.length).toBeGreaterThan(5);
  expect(named.map((match) => match[1] ?? '').filter((path) => !fs.existsSync(path))).toEqual([]);
});

it('lists the settings of the configuration in .env.example', () => {
  const example = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(example).toEqual(Object.keys(environment.shape));
});
