import type { AddressInfo } from 'node:net';
import { startApp } from '#server/app.ts';
import type { Config } from '#server/config/config.ts';
import type { DatabaseHome } from '#server/db/connect.ts';
import { createLog } from '#server/infra/log.ts';
import { type CopyCheck, checkCopy } from '#server/operations/backup/check-copy.ts';

/** Serves a restored copy on this machine alone, without jobs, for as long as a look at it takes. */
export async function lookAtCopy(config: Config, database: DatabaseHome): Promise<CopyCheck> {
  // Whoever opened the database stops it.
  const opened = Promise.resolve({ ...database, stop: async () => {} });
  // With ROLE=jobs, a process serves no pages to look at.
  const held: Config = { ...config, isDemo: false, role: 'web' };
  const log = createLog({ logLevel: 'silent' });
  const { app, server, close } = await startApp(held, undefined, log, opened, { isLook: true });
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return await checkCopy(app, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await close();
  }
}
