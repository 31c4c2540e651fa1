import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { settingsOfProvider } from '#server/config/oidc-settings.ts';
import { writeLimits } from '#test/limits-document.ts';
import { writeExample, writeTables } from '#test/settings-documents.ts';
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

it('lists every setting in .env.example as the configuration does', async () => {
  await expect(writeExample()).toMatchFileSnapshot('../.env.example');
});

it('lists every setting in docs/settings.md as the configuration does', async () => {
  await expect(writeTables()).toMatchFileSnapshot('../docs/settings.md');
});

it('lists every limit in docs/limits.md as the code has it', async () => {
  await expect(writeLimits()).toMatchFileSnapshot('../docs/limits.md');
});

it('lists the settings of providers to sign in with in docs/sign-in-providers.md', () => {
  const rows = read('docs/sign-in-providers.md').replace(/ +/g, ' ');
  const settings = ['name', 'apple'].flatMap((name) => settingsOfProvider(name).settings);
  const own = settings.filter(({ name }) => !/^OIDC_APPLE_(ISSUER|CLIENT_ID)$/.test(name));
  expect(
    own.map(({ name, meaning }) => `| \`${name}\` | ${meaning} |`).filter((row) => !rows.includes(row)),
  ).toEqual([]);
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
