import { expect, it } from 'vitest';
import { runAdmin } from '#test/process/command.ts';
import { callServer, registerOwner } from '#test/process/people.ts';
import { databasePid, makeFolder, startProduct } from '#test/process/product.ts';

it('makes an administrator while the app runs, and when it does not', async () => {
  const DATA_DIR = makeFolder();
  const product = await startProduct({ DATA_DIR });
  const { cookie } = await registerOwner(product.url);
  const stats = async (url: string) =>
    (await callServer(url, 'GET', '/api/admin/stats', undefined, cookie)).status;
  expect(await stats(product.url)).toBe(403);
  // Another shell may have a different temporary folder.
  const granted = await runAdmin({ DATA_DIR, TMPDIR: makeFolder() }, 'grant', 'ada');
  expect(granted).toEqual({
    code: 0,
    output: 'Ada Byron (ada) is now an administrator, and can open /admin.\n',
    events: ['admin_granted'],
  });
  expect(await stats(product.url)).toBe(200);
  expect(product.isRunning()).toBe(true);
  product.kill('SIGTERM');
  await product.ended;
  const revoked = await runAdmin({ DATA_DIR }, 'revoke', 'ada');
  expect(revoked).toEqual({
    code: 0,
    output: 'Ada Byron (ada) is no longer an administrator.\n',
    events: ['admin_revoked'],
  });
  expect(databasePid(DATA_DIR)).toBeNull();
  expect(await stats((await startProduct({ DATA_DIR })).url)).toBe(403);
});

it('says in one sentence what is wrong', async () => {
  const DATA_DIR = makeFolder();
  const missing = await runAdmin({ DATA_DIR }, 'grant', 'ada');
  expect(missing.code).toBe(1);
  expect(missing.output).toBe(
    `There is no database in ${DATA_DIR}/postgres. Start Goldleaf once, or set DATA_DIR or DATABASE_URL as the app has it.\n`,
  );
  const usage = await runAdmin({ DATA_DIR });
  expect(usage.code).toBe(1);
  expect(usage.output).toContain('npm run admin -- revoke USERNAME');
  const away = await runAdmin({ DATABASE_URL: 'postgres://app@localhost:1/none' }, 'grant', 'ada');
  expect(away).toEqual({
    code: 1,
    output: 'The database isn’t responding. Check DATABASE_URL, then try again.\n',
    events: [],
  });
});
