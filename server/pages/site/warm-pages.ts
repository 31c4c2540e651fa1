import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#server/context.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { keepCardPage } from '#server/pages/site/pages.ts';
import { id as idSchema } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { HOUR_MS } from '#shared/formats/time.ts';

/**
 * The ids of the most viewed cards, and nothing else, are saved in DATA_DIR; after a restart their pages are rendered
 * again one by one, with pauses for serving visitors.
 */

const FILE = 'most-read.json';
const CARDS_MAX = 500;
const NOTE_EVERY_MS = 60_000;
const PAUSE_MS = 20;
/** A new list that is older was left by a process that was killed: it becomes the list within milliseconds. */
const LEFT_MS = HOUR_MS;

const notes = z.array(idSchema).max(CARDS_MAX);

export interface WarmPages {
  /** Resolves once the saved cards are back in memory. */
  isWarm: Promise<void>;
  /** Saves once more and stops. */
  stop(): Promise<void>;
}

/** Starts rendering the cards that were viewed most before the restart, and saving the current ones. */
export function keepPagesWarm(app: AppContext): WarmPages {
  let isStopped = false;
  const isWarm = warmUp(app, () => isStopped);
  const note = () =>
    noteMostRead(app).catch((error: unknown) => {
      app.log.warn({ error: describeError(error) }, 'The cards read most could not be noted');
    });
  const timer = setInterval(note, NOTE_EVERY_MS).unref();
  return {
    isWarm,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await isWarm;
      await note();
    },
  };
}

async function noteMostRead({ pages, config }: AppContext): Promise<void> {
  const keys = pages.listMostRead(2 * CARDS_MAX);
  const ids = keys.map((key) => /^\/card\/(\w+)$/.exec(key)?.[1]).filter((id) => id !== undefined);
  if (ids.length === 0) return;
  const file = path.join(config.dataDir, FILE);
  // A reader sees the old list or the new one, never half of one.
  const own = `${file}.${process.pid}.new`;
  await fs.writeFile(own, JSON.stringify(ids.slice(0, CARDS_MAX)));
  await fs.rename(own, file);
}

/** Removes what killed processes left, by its age: others of them may be on another machine. */
async function removeLeft({ config }: AppContext): Promise<void> {
  for (const name of await fs.readdir(config.dataDir)) {
    if (!name.startsWith(`${FILE}.`)) continue;
    const file = path.join(config.dataDir, name);
    const stat = await fs.stat(file).catch(() => null);
    if (stat && Date.now() - stat.mtimeMs > LEFT_MS) await fs.rm(file, { force: true });
  }
}

async function readNotes({ config }: AppContext): Promise<string[]> {
  const text = await fs.readFile(path.join(config.dataDir, FILE), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '[]';
    throw error;
  });
  return notes.parse(JSON.parse(text));
}

/** Stops early if it cannot continue: each page is rendered for its next visitor anyway. */
async function warmUp(app: AppContext, isStopped: () => boolean): Promise<void> {
  try {
    for (const id of await readNotes(app)) {
      await sleep(PAUSE_MS);
      if (isStopped()) return;
      await keepCardPage(app, id);
    }
  } catch (error) {
    app.log.warn({ error: describeError(error) }, 'The cards read most were not all rendered');
  }
  await removeLeft(app).catch((error: unknown) =>
    app.log.warn(
      { error: describeError(error) },
      'Lists of cards that killed processes left were not removed',
    ),
  );
}
