import { requireTo } from '#server/access/can.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import type { AppContext, UserContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { recordAccountEvent, recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { endCustomer } from '#server/money/billing/customer/end-customer.ts';
import { lockTeam, type TeamRow } from '#server/teams/create/lock-team.ts';
import { readTeam } from '#server/teams/create/read-teams.ts';
import { type AccountId, accountId, accountOf } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { TEAM_RESTORE_DAYS } from '#shared/teams/limits.ts';
import type { Team } from '#shared/teams/teams.ts';

/**
 * Deletes a team: nobody is charged for it any more, its pages go on with their forms closed, and after
 * `TEAM_RESTORE_DAYS`, until which its owner may restore it, it goes with all it has.
 */
export async function deleteTeam(ctx: UserContext, { body }: { body: { name: string } }): Promise<Team> {
  requireTo(ctx, 'delete', 'team');
  await requireIdentity(ctx);
  const team = await ctx.db.transaction(async (tx) => {
    const { team: kept, caller } = await lockTeam(ctx, tx, { whileSuspended: true });
    requireTo(caller, 'delete', 'team');
    if (body.name.toLowerCase() !== kept.name.toLowerCase()) {
      const message = `Type the team’s name, ${kept.name}, to confirm.`;
      throw new AppError('invalid', message, { fields: { name: message } });
    }
    await markDeleted(ctx, tx, { account: caller.account, by: caller });
    await recordTeamEvent(ctx, tx, kept.id, 'in_team_deleted');
    await noticeOwner(ctx, tx, accountOf(ctx.user), 'team_deleted', { name: kept.name });
    return readTeam(caller, tx);
  });
  ctx.events.note(ctx.requester, 'team_deleted', { userId: ctx.user.id, targetId: team.id });
  ctx.pages.invalidate(`user:${ctx.account.id}`);
  return team;
}

/** Brings a deleted team back, with its forms as they were. */
export async function restoreTeam(ctx: UserContext): Promise<Team> {
  const team = await ctx.db.transaction(async (tx) => {
    const { team: kept, caller } = await lockTeam(ctx, tx, { whileDeleted: true });
    requireTo(caller, 'restore', 'team');
    await undoDeletion(ctx, tx, { team: kept, by: caller });
    await recordTeamEvent(ctx, tx, kept.id, 'in_team_restored');
    await recordAccountEvent(ctx, tx, accountOf(ctx.user).id, 'team_restored', { name: kept.name });
    return readTeam(caller, tx);
  });
  ctx.events.note(ctx.requester, 'team_restored', { userId: ctx.user.id, targetId: team.id });
  ctx.pages.invalidate(`user:${ctx.account.id}`);
  return team;
}

type By = Parameters<typeof whereCan<'team'>>[0];

/** Marks a team as deleted; to be called within a transaction that has locked it. */
export async function markDeleted(
  ctx: Pick<AppContext, 'queue' | 'billing' | 'now'>,
  tx: Db,
  { account, by }: { account: UserRow; by: By },
): Promise<void> {
  const { isExchangeEnabled } = account;
  await tx
    .update(teams)
    .set({ deletedAt: ctx.now(), offeredTo: null, wasExchangeEnabled: isExchangeEnabled })
    .where(whereCan(by, 'delete', 'team'));
  await setExchange(tx, account.id, false);
  await endCustomer(ctx, tx, account);
}

/** Ends that; throws 409 for a team that is not deleted, or was too long ago. Its subscription has ended with its customer. */
export async function undoDeletion(
  ctx: Pick<AppContext, 'queue' | 'now'>,
  tx: Db,
  { team, by }: { team: TeamRow; by: By },
): Promise<void> {
  if (!team.deletedAt) throw new AppError('conflict', 'This team isn’t deleted.');
  if (team.deletedAt <= restorableFrom(ctx.now())) {
    throw new AppError('conflict', `This team was deleted more than ${TEAM_RESTORE_DAYS} days ago.`);
  }
  const id = accountId.parse(team.id);
  await tx
    .update(teams)
    .set({ deletedAt: null, wasExchangeEnabled: null })
    .where(whereCan(by, 'restore', 'team'));
  await setExchange(tx, id, team.wasExchangeEnabled ?? true);
  await ctx.queue.send(tx, 'billing-sync', { userId: id });
}

/** Teams deleted until then cannot be restored any more. */
export const restorableFrom = (now: Date) => new Date(now.getTime() - TEAM_RESTORE_DAYS * DAY_MS);

const setExchange = (tx: Db, id: AccountId, isExchangeEnabled: boolean) =>
  tx
    .update(users)
    .set({ isExchangeEnabled })
    .where(whereCan(systemFor(id), 'edit', 'account'));
