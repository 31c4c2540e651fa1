import os from 'node:os';
import { pino } from 'pino';
import { readConfig } from '#server/config/config.ts';
import { connectCommand } from '#server/db/connect-command.ts';
import { backUp, readOrder } from '#server/operations/backup/back-up.ts';
import { explainBackupFailure } from '#server/operations/backup/explain-failure.ts';
import { createProgress } from '#server/operations/backup/progress.ts';

/** `npm run backup`: saves everything while the app runs. Only a backup itself goes to standard output. */

const EXIT = { whole: 0, failed: 1, filesMissing: 2 };

async function main(): Promise<void> {
  const order = readOrder(process.argv.slice(2));
  if (order.target === '-' && process.stdout.isTTY)
    throw new Error('A backup is no text for a terminal. Name a file, or pipe it into another program.');
  // The app has the processor first.
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  const config = readConfig();
  const database = await connectCommand(config, pino({ level: 'silent' }));
  const progress = createProgress(process.stderr);
  try {
    const parts = { config, database, now: () => new Date(), out: process.stdout, onProgress: progress.show };
    const { sentence, isWhole } = await backUp(parts, order);
    progress.clear();
    process.stderr.write(`${sentence}\n`);
    process.exitCode = isWhole ? EXIT.whole : EXIT.filesMissing;
  } finally {
    progress.clear();
    await database.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainBackupFailure(error)}\n`);
  // Bytes that nobody takes from standard output would keep the process.
  process.exit(EXIT.failed);
});
