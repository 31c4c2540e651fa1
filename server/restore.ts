import { pino } from 'pino';
import { readConfig } from '#server/config/config.ts';
import { lookAtCopy } from '#server/look-at-copy.ts';
import { explainBackupFailure } from '#server/operations/backup/explain-failure.ts';
import { createProgress } from '#server/operations/backup/progress.ts';
import { type RestoreParts, restore } from '#server/operations/backup/restore.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';

/** `npm run restore`: brings a backup into an empty place, and looks at the copy. */

const EXIT = { same: 0, refused: 1, different: 2 };

const USAGE = `Say what to restore:
  npm run restore -- FILE  brings the backup in FILE into DATA_DIR, and into DATABASE_URL if that is set; both must be empty
  npm run restore -- -     reads it from standard input, as for age -d … |`;

async function main(): Promise<void> {
  const [source, ...more] = process.argv.slice(2);
  if (!source || more.length > 0 || (source.startsWith('-') && source !== '-')) throw new Error(USAGE);
  const config = readConfig();
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const progress = createProgress(process.stderr);
  const parts: RestoreParts = {
    config,
    log: pino({ level: 'silent' }),
    input: process.stdin,
    onProgress: progress.show,
    signal: stopping.signal,
    check: (database) => lookAtCopy(config, database),
  };
  const { sentence, cards, wrong } = await restore(parts, source).finally(progress.clear);
  process.stdout.write(`${sentence}\n`);
  if (wrong.length === 0) process.stdout.write(`${describeSame(cards)}\n`);
  else {
    process.stderr.write(`But it is not the same:\n${wrong.map((line) => `- ${line}`).join('\n')}\n`);
    process.exitCode = EXIT.different;
  }
}

const describeSame = (cards: number): string =>
  `It is the same: ${countOf(cards, 'card')} ${cards === 1 ? 'was fetched with its files' : 'were fetched with their files'}, and a session was made, read and ended. The copy serves pages, but sends nothing until you run npm run admin -- release-restored.`;

main().catch((error: unknown) => {
  process.stderr.write(`${explainBackupFailure(error)}\n`);
  process.exitCode = EXIT.refused;
});
