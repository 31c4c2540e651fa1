import pg from 'pg';
import { pino } from 'pino';
import { findCommand } from '#server/admin/commands.ts';
import { readConfig } from '#server/config.ts';
import { isDatabaseAway, openDb, sqlState } from '#server/db/open.ts';
import { visitDatabase } from '#server/db/visit.ts';

/** `npm run admin`: one command on the app's database, whether the app runs or not. */

const UNDEFINED_TABLE = '42P01';

async function main(): Promise<string> {
  const command = findCommand(process.argv.slice(2));
  const database = await visitDatabase(readConfig(), pino({ level: 'silent' }));
  const pool = new pg.Pool({ ...database.direct, max: 1 });
  try {
    return await command(openDb(pool));
  } finally {
    await pool.end();
    await database.stop();
  }
}

function sentenceOf(error: unknown): string {
  if (sqlState(error) === UNDEFINED_TABLE)
    return 'This database is not set up yet. Start Goldleaf once, then try again.';
  if (isDatabaseAway(error)) return 'The database does not answer. Check DATABASE_URL, then try again.';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

main().then(
  (sentence) => process.stdout.write(`${sentence}\n`),
  (error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  },
);
