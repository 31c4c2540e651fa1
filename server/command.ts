import pg from 'pg';
import { pino } from 'pino';
import { type Config, readConfig } from '#server/config/config.ts';
import { connectCommand } from '#server/db/connect-command.ts';
import { isDatabaseAway, openDb, openPool, sqlState } from '#server/db/open.ts';
import { createEventLog } from '#server/infra/event-log.ts';
import { openMailer } from '#server/infra/mail/open-mailer.ts';
import { createQueue } from '#server/infra/queue/queue.ts';
import { loadSecret } from '#server/infra/secret.ts';
import { chooseProvider } from '#server/money/billing/choose-provider.ts';
import { type CommandParts, findCommand } from '#server/operations/admin/commands.ts';
import { createProgress } from '#server/operations/backup/progress.ts';
import { type MoveFilesOrder, moveFiles, readMoveOrder } from '#server/operations/move/move-files.ts';
import { moveTo } from '#server/operations/move/move-to.ts';
import type { CopyParts } from '#server/operations/move/open-to-copy.ts';
import { removeReplaced, upgradeDatabase } from '#server/operations/move/upgrade-database.ts';

/** `npm run admin`: runs one command on the app's database, whether the app is running or not. */

const UNDEFINED_TABLE = '42P01';
const READ_ONLY = '25006';
/** Short, because someone is waiting at a terminal. */
const TIMEOUT_MS = 1_000;

async function main(): Promise<string> {
  const words = process.argv.slice(2);
  const [name, ...options] = words;
  const [url, ...more] = options;
  // While Goldleaf is stopped: everything else takes the database as it is.
  if (name === 'move-to' && url && more.length === 0) return watchCopy(moveTo, url);
  if (name === 'upgrade-database' && options.length === 0) return watchCopy(upgradeDatabase);
  if (words.join(' ') === 'upgrade-database --remove-old') return removeReplaced(readConfig());
  const order = readMoveOrder(words);
  if (order) return watchFiles(order);
  const command = name === 'release-restored' ? await loadRelease(options) : findCommand(words);
  const config = readConfig();
  const log = pino({ level: 'silent' });
  const database = await connectCommand(config, log);
  const pool = openPool({ ...database.direct, max: 2 }, () => {}, TIMEOUT_MS);
  const queue = createQueue(database.direct, log);
  try {
    const db = openDb(pool);
    const parts = { db, queue, now: () => new Date() };
    return await command({
      ...parts,
      config,
      log,
      // Nobody asks from anywhere.
      places: { find: () => null },
      mailer: openMailer(config, parts.now),
      events: createEventLog(openEventOutput(config), parts.now),
      billing: chooseProvider(config, parts, await loadSecret(db), log),
    });
  } finally {
    await queue.stop();
    await pool.end();
    await database.stop();
  }
}

/** Copies a database; whoever looks at a terminal sees how far it is. */
async function watchCopy<T extends string[]>(
  copy: (parts: CopyParts, ...words: T) => Promise<string>,
  ...words: T
): Promise<string> {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const progress = createProgress(process.stderr);
  const parts = {
    config: readConfig(),
    log: pino({ level: 'silent' }),
    onProgress: progress.show,
    signal: stopping.signal,
  };
  return copy(parts, ...words).finally(progress.clear);
}

/** Moves files while the app runs. */
async function watchFiles(order: MoveFilesOrder): Promise<string> {
  const config = readConfig();
  const database = await connectCommand(config, pino({ level: 'silent' }));
  const pool = openPool({ ...database.direct, max: 8 }, () => {});
  const direct = new pg.Client(database.direct);
  const progress = createProgress(process.stderr);
  try {
    await direct.connect();
    return await moveFiles({ db: openDb(pool), direct, config, onProgress: progress.show }, order);
  } finally {
    progress.clear();
    await direct.end();
    await pool.end();
    await database.stop();
  }
}

/** Needs the jobs of the whole product, which takes a moment to load. */
async function loadRelease(options: string[]): Promise<(parts: CommandParts) => Promise<string>> {
  const { allJobs } = await import('#server/jobs.ts');
  const { releaseRestored } = await import('#server/operations/restored/release-restored.ts');
  const { openTerminal } = await import('#server/operations/restored/open-terminal.ts');
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const terminal = isTerminal ? openTerminal(process.stdin, process.stdout) : null;
  return (parts) =>
    releaseRestored({ ...parts, jobs: allJobs, terminal }, options).finally(() => terminal?.close());
}

/** Events go to stderr for log collectors; on a terminal they would only distract from the command's output. */
const openEventOutput = ({ logLevel }: Config) =>
  pino({ level: process.stderr.isTTY ? 'silent' : logLevel }, pino.destination({ dest: 2, sync: true }));

function explainError(error: unknown): string {
  if (sqlState(error) === UNDEFINED_TABLE)
    return 'This database isn’t set up yet. Start Goldleaf once, then try again.';
  if (sqlState(error) === READ_ONLY)
    return 'The database is being copied, so nothing was changed. Try again once that has ended.';
  if (error instanceof Error && error.name === 'AbortError')
    return 'It was stopped. Everything is as it was.';
  if (isDatabaseAway(error)) return 'The database isn’t responding. Check DATABASE_URL, then try again.';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

main().then(
  (sentence) => process.stdout.write(`${sentence}\n`),
  (error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`);
    process.exitCode = 1;
  },
);
