import { lte } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { limitCounts } from '#server/db/schema/operations.ts';

/** Deletes counts whose time is over, once a minute, however many keys a stranger has left. */
export const forgetOldCounts = (app: AppContext): void =>
  app.queue.whenDue('limit-counts', (stopping) => deleteOldCounts(app, stopping), { sends: 'nothing' });

export async function deleteOldCounts(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<null> {
  await deleteInSteps(db, limitCounts.endsAt, lte(limitCounts.endsAt, now()), { stopping });
  return null;
}
