import { and, eq, lte } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { ERASURES, eraseRow, lockToErase } from '#server/portability/account/erase-account.ts';
import { restorableFrom } from '#server/teams/create/delete-team.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';

/** Deletes for good, one by one, the teams that were deleted so long ago that they cannot be restored any more. */
export async function eraseDeletedTeams(app: AppContext): Promise<void> {
  const old = await app.db
    .select({ id: teams.id })
    .from(teams)
    .where(lte(teams.deletedAt, restorableFrom(app.now())))
    .orderBy(teams.deletedAt);
  const failures: unknown[] = [];
  for (const { id } of old) {
    await eraseTeam(app, accountId.parse(id)).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function eraseTeam(app: AppContext, id: AccountId): Promise<void> {
  const isGone = await app.db.transaction(async (tx) => {
    await lockToErase(tx, id);
    const [still] = await tx
      .select({ account: users })
      .from(teams)
      .innerJoin(users, eq(users.id, teams.id))
      .where(and(eq(teams.id, id), lte(teams.deletedAt, restorableFrom(app.now()))));
    if (still) await eraseRow(app, tx, still.account);
    return still !== undefined;
  });
  if (!isGone) return;
  app.queue.wake(ERASURES);
  app.events.note({}, 'team_erased', { targetId: id });
  app.pages.invalidate(`user:${id}`);
}
