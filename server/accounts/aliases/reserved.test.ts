import fs from 'node:fs';
import { expect, it } from 'vitest';
import { foldName, isName } from '#shared/accounts/aliases.ts';
import { screens } from '#shared/contract/screens.ts';
import { contract } from '#shared/contract.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { isReserved } from './reserved.ts';

const server = shareTestServer();

const firstOf = (path: string) => decodeURIComponent(path.split('/')[1] ?? '');

it('reserves the first segment of every path of ours', () => {
  const { paths } = server.running;
  expect(paths).toContain('/card/:id');
  const endpoints = Object.values(contract).flatMap((feature) =>
    Object.values(feature).map(({ path }) => path),
  );
  const publicFiles = fs.readdirSync('app/public').map((file) => `/${file}`);
  const all = [...paths, ...endpoints, ...Object.values(screens), ...publicFiles].map(firstOf);
  const names = [...new Set(all)].map(foldName).filter((name) => !name.startsWith(':') && isName(name));
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !isReserved(name))).toEqual([]);
});
