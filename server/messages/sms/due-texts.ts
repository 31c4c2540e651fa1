import type { AppContext } from '#server/context.ts';

const SECOND_MS = 1000;

/** Looks at them at this moment; those that are due in the same second share a job. */
export function sendDueTextsAt({ queue, db }: Pick<AppContext, 'queue' | 'db'>, at: Date): Promise<void> {
  const second = Math.ceil(at.getTime() / SECOND_MS);
  return queue.send(db, 'due-texts', {}, { key: `${second}`, startAfter: new Date(second * SECOND_MS) });
}

/**
 * Looks at them within a second. Never throws: the texts are stored, and are looked at every five minutes and at every
 * start even without a job.
 */
export async function sendDueTextsSoon(app: AppContext): Promise<void> {
  await sendDueTextsAt(app, new Date(app.now().getTime() + 1)).catch((error: unknown) =>
    app.log.warn({ error: String(error) }, 'A text has to wait for the next round'),
  );
}
