import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { startApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import type { DatabaseHome } from '#server/db/connect.ts';
import { checkRestored } from '#server/operations/backup/check-restored.ts';
import { explainFailure } from '#server/operations/backup/explain-failure.ts';
import { createProgress } from '#server/operations/backup/progress.ts';
import { restore } from '#server/operations/backup/restore.ts';

/** `npm run restore`: brings a backup into an empty place, and looks at the copy. */

const EXIT = { same: 0, refused: 1, different: 2 };

const USAGE = `Say what to restore:
  npm run restore -- FILE  brings the backup in FILE into DATA_DIR, and into DATABASE_URL if that is set; both must be empty
  npm run restore -- -     reads it from standard input, as for age -d … |`;

const log = pino({ level: 'silent' });

/** Serves the copy on this machine alone, without jobs, for as long as the look takes. */
async function check(config: Config, database: DatabaseHome): Promise<string[]> {
  const opened = { ...database, stop: async () => {} };
  const now = () => new Date();
  const held = { ...config, isDemo: false };
  const { app, server, close } = await startApp(held, now, log, Promise.resolve(opened), { hasJobs: false });
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return await checkRestored(app, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await close();
  }
}

async function main(): Promise<void> {
  const [source, ...more] = process.argv.slice(2);
  if (!source || more.length > 0 || (source.startsWith('-') && source !== '-')) throw new Error(USAGE);
  const config = readConfig();
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const progress = createProgress(process.stderr);
  const parts = {
    config,
    log,
    input: process.stdin,
    onProgress: progress.show,
    signal: stopping.signal,
    check: (database: DatabaseHome) => check(config, database),
  };
  const { sentence, wrong } = await restore(parts, source).finally(progress.clear);
  process.stdout.write(`${sentence}\n`);
  if (wrong.length === 0) process.stdout.write(`${SAME}\n`);
  else {
    process.stderr.write(`But it is not the same:\n${wrong.map((line) => `- ${line}`).join('\n')}\n`);
    process.exitCode = EXIT.different;
  }
}

const SAME =
  'Ten cards with their files were fetched, and a session was made, read and ended: it is the same. The copy serves pages, but sends nothing until you run npm run admin -- release-restored.';

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = EXIT.refused;
});
