import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { environment } from '#server/config/config.ts';
import { files, read } from './sources.ts';

const pages = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  ...files.filter((file) => /^docs\/[\w-]+\.md$/.test(file)),
];

it('names only paths that exist in the README, AGENTS and pages of docs', () => {
  const named = pages.flatMap((file) => [
    ...read(file).matchAll(/`((?:shared|ui|site|app|server|test)\/[\w./-]*)`/g),
  ]);
  expect(named.length).toBeGreaterThan(5);
  expect(named.map((match) => match[1] ?? '').filter((name) => !fs.existsSync(name))).toEqual([]);
});

it('describes the settings in .env.example as the configuration does', () => {
  const example = [...read('.env.example').matchAll(/^# (.+)\n([A-Z_]+)=/gm)].map(([, meaning, name]) => [
    name,
    meaning,
  ]);
  const settings = Object.entries(environment.shape).map(([name, { description }]) => [name, description]);
  expect(example).toEqual(settings);
});

it('describes the settings in docs/settings.md as .env.example does', () => {
  const settings = [...read('.env.example').matchAll(/^# (.+)\n([A-Z_]+)=(.*)$/gm)].map(
    ([, meaning, name, value]) => [name, value, meaning],
  );
  const rows = [
    ...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` +\| (?:`(.+?)`)? *\| (.+?) *\|$/gm),
  ].map(([, name, value = '', meaning]) => [name, value, meaning]);
  expect(rows).toEqual(settings);
});

it('links only to files that exist, from every page', () => {
  const broken = pages.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((target) => !fs.existsSync(target))
      .map((target) => `${file} → ${target}`),
  );
  expect(broken).toEqual([]);
});

it('keeps the README short enough to be read', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(10_000);
});
