import fs from 'node:fs';
import { expect, it } from 'vitest';
import { environment } from '#server/config/config.ts';
import { read } from './sources.ts';

it('names only paths that exist in the README and AGENTS', () => {
  const named = ['README.md', 'AGENTS.md'].flatMap((file) => [
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

it('describes the settings in the README as .env.example does', () => {
  const settings = [...read('.env.example').matchAll(/^# (.+)\n([A-Z_]+)=(.*)$/gm)].map(
    ([, meaning, name, value]) => [name, value, meaning],
  );
  const rows = [...read('README.md').matchAll(/^\| `([A-Z_]+)` +\| (?:`(.+?)`)? *\| (.+?) *\|$/gm)].map(
    ([, name, value = '', meaning]) => [name, value, meaning],
  );
  expect(rows).toEqual(settings);
});
