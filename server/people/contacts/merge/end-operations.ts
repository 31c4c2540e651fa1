import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { contactOperations } from '#server/db/schema/people-changes.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { isAwaited } from '#server/infra/queue/waiting-jobs.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ContactOperation } from '#shared/people/contact-operations.ts';

/** Changes of many contacts that cannot be made end in words, so that their owner can undo them and make others. */

export const IS_OPEN = inArray(contactOperations.state, ['running', 'undoing']);

const GIVEN_UP = 'This stopped in the middle because of a problem on our end. Undo it, or try again.';

export const toOperation = ({
  id,
  kind,
  state,
  done,
}: Pick<typeof contactOperations.$inferSelect, 'id' | 'kind' | 'state' | 'done'>): ContactOperation => ({
  ...{ id, kind, state, done },
  error: state === 'failed' ? GIVEN_UP : null,
});

/** The job of a change, which ends the change if its last try fails; undoing that is refused has not begun. */
export async function tryOrGiveUp(
  app: AppContext,
  id: string,
  isLastTry: boolean,
  goOn: () => Promise<void>,
): Promise<void> {
  try {
    await goOn();
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return putBack(app, id);
    if (!isLastTry) throw error;
    app.log.warn({ operation: id, error: describeError(error) }, 'A change of many contacts was given up');
    await giveUp(app, eq(contactOperations.id, id));
  }
}

/** An earlier release noted that it undoes something before it looked if it can. */
async function putBack({ db }: AppContext, id: string): Promise<void> {
  const { id: operationId, state } = contactOperations;
  await db
    .update(contactOperations)
    .set({ state: 'done' })
    .where(and(eq(operationId, id), eq(state, 'undoing')));
}

/** Ends those whose job was given up without a word, such as one whose process died at each try. */
export const giveUpAbandoned = (app: Pick<AppContext, 'db'>): Promise<void> =>
  giveUp(app, sql`not ${isAwaited('contact-operation', sql`${contactOperations.id}`)}`);

async function giveUp({ db }: Pick<AppContext, 'db'>, which: SQL): Promise<void> {
  await db.update(contactOperations).set({ state: 'failed' }).where(and(IS_OPEN, which));
}
