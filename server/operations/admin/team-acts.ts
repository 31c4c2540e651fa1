import { administratorFor } from '#server/access/system.ts';
import { operatorContact } from '#server/accounts/auth/operator-contact.ts';
import type { UserContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import type { ByAccount } from '#server/infra/http/by-id.ts';
import { recordAccountEvent, recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { recordAct } from '#server/operations/admin/audit.ts';
import { archiveFirst } from '#server/operations/admin/delete-user.ts';
import { lockTargetTeam, readTargetTeam, targetOfTeam } from '#server/operations/admin/find-team.ts';
import { endSuspension, sayPages, setSuspended } from '#server/operations/admin/suspension.ts';
import { markDeleted, undoDeletion } from '#server/teams/create/delete-team.ts';
import type { TeamRow } from '#server/teams/create/lock-team.ts';
import { personId } from '#shared/accounts/ids.ts';
import { ARCHIVE_DAYS, PRODUCT } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Act, AdminDeletion, Suspension } from '#shared/operations/admin-acts.ts';
import type { AdminTeam } from '#shared/operations/admin-teams.ts';
import { TEAM_RESTORE_DAYS } from '#shared/teams/limits.ts';

/** The acts of administrators on a team (docs/decisions/362). A team has no address: its owner is told. */

const nameOf = ({ name }: TeamRow) => plainName(name) || 'your team';

const tell = (ctx: UserContext, tx: Db, owner: UserRow, subject: string, paragraphs: string[]) =>
  mailUser(ctx, tx, owner, { subject, paragraphs });

/** Suspends a team: only reading it, its export and its deletion are left to its people. */
export async function suspendTeam(
  ctx: UserContext,
  { params, body }: ByAccount & { body: Suspension },
): Promise<AdminTeam> {
  const { reason, hidesPages, message } = body;
  await ctx.db.transaction(async (tx) => {
    const { team, account, owner } = await lockTargetTeam(tx, params.id);
    if (account.suspendedAt) throw new AppError('conflict', `${team.name} is suspended already.`);
    await setSuspended(ctx, tx, account, body);
    await recordAct(ctx, tx, {
      action: 'team_suspended',
      target: targetOfTeam(team),
      reason,
      details: { about: sayPages(hidesPages) },
    });
    await tell(ctx, tx, owner, `Your team ${nameOf(team)} is suspended`, [
      `The team ${nameOf(team)} on ${PRODUCT} was suspended.${message ? ` The reason: ${message}` : ''}`,
      hidesPages
        ? 'No one can see its cards while it is suspended.'
        : 'Its cards stay online, and people can still save them.',
      team.deletedAt
        ? 'It stays deleted, and you can’t restore it while it is suspended.'
        : 'You won’t be charged for it again. Its people can still look at it but not change anything, and you can export or delete it.',
      `If you think this is a mistake, contact ${operatorContact(ctx).name}.`,
    ]);
  });
  return finish(ctx, params, 'account_suspended');
}

export async function restoreSuspendedTeam(
  ctx: UserContext,
  { params, body }: ByAccount & { body: Act },
): Promise<AdminTeam> {
  await ctx.db.transaction(async (tx) => {
    const { team, account, owner } = await lockTargetTeam(tx, params.id);
    if (!account.suspendedAt) throw new AppError('conflict', `${team.name} isn’t suspended.`);
    await endSuspension(ctx, tx, account);
    await recordAct(ctx, tx, { action: 'team_restored', target: targetOfTeam(team), reason: body.reason });
    const name = nameOf(team);
    await (team.deletedAt
      ? tell(ctx, tx, owner, `Your team ${name} is no longer suspended`, [
          `The team ${name} on ${PRODUCT} is no longer suspended. It is still deleted, and you can restore it for ${TEAM_RESTORE_DAYS} days after its deletion.`,
        ])
      : tell(ctx, tx, owner, `Your team ${name} is restored`, [
          `The team ${name} on ${PRODUCT} works again, and everything in it is still there.`,
          'If the suspension cancelled its subscription, it stays cancelled until you resume it.',
        ]));
  });
  return finish(ctx, params, 'account_restored');
}

/** Deletes a team once its archive has been written, for the administrator to hand over; it can be brought back as one that its owner deleted. */
export async function deleteTeamByAdmin(
  ctx: UserContext,
  { params, body }: ByAccount & { body: AdminDeletion },
): Promise<{ id: string; archive: string }> {
  const { account, owner } = await ctx.db.transaction((tx) => lockLiving(tx, params.id));
  if (body.username.toLowerCase() !== account.username.toLowerCase()) {
    const wrong = `Type the username, ${account.username}, to confirm.`;
    throw new AppError('invalid', wrong, { fields: { username: wrong } });
  }
  const forTeam = { ...ctx, user: { ...owner, id: personId.parse(owner.id) }, account };
  const archive = await archiveFirst(forTeam, async (tx, written) => {
    const still = await lockLiving(tx, params.id);
    await markDeleted(ctx, tx, { account: still.account, by: administratorFor(ctx, account.id) });
    await recordTeamEvent({ ...ctx, requester: undefined }, tx, account.id, 'in_team_deleted');
    await recordAct(ctx, tx, {
      action: 'team_deleted',
      target: targetOfTeam(still.team),
      reason: body.reason,
      details: { archive: written },
    });
    await tell(ctx, tx, still.owner, `Your team ${nameOf(still.team)} was deleted`, [
      `An administrator deleted the team ${nameOf(still.team)} on ${PRODUCT}. You won’t be charged for it again.`,
      `It can be restored for ${TEAM_RESTORE_DAYS} days, and we keep a copy of its data for ${ARCHIVE_DAYS} days. To get it, contact ${operatorContact(ctx).name}.`,
    ]);
  });
  await finish(ctx, params, 'team_deleted');
  return { id: account.id, archive };
}

async function lockLiving(tx: Db, id: ByAccount['params']['id']) {
  const found = await lockTargetTeam(tx, id);
  if (found.team.deletedAt) throw new AppError('conflict', `${found.team.name} is deleted already.`);
  return found;
}

/** Brings a team back that its owner or an administrator has deleted. */
export async function bringTeamBack(
  ctx: UserContext,
  { params, body }: ByAccount & { body: Act },
): Promise<AdminTeam> {
  await ctx.db.transaction(async (tx) => {
    const { team, account, owner } = await lockTargetTeam(tx, params.id);
    await undoDeletion(ctx, tx, { team, by: administratorFor(ctx, params.id) });
    await recordTeamEvent({ ...ctx, requester: undefined }, tx, team.id, 'in_team_restored');
    await recordAct(ctx, tx, {
      action: 'team_brought_back',
      target: targetOfTeam(team),
      reason: body.reason,
    });
    await recordAccountEvent({ ...ctx, requester: undefined }, tx, owner.id, 'team_restored', {
      name: team.name,
    });
    await tell(ctx, tx, owner, `Your team ${nameOf(team)} is back`, [
      `An administrator restored the team ${nameOf(team)} on ${PRODUCT}, with everything in it.`,
      account.suspendedAt
        ? 'It stays suspended: its people can look at it but not change anything.'
        : 'If it had a subscription, that ended when it was deleted. You can start a new one under Billing.',
    ]);
  });
  return finish(ctx, params, 'team_restored');
}

/** Notes what was done, and reads the team as it is then. */
async function finish(
  ctx: UserContext,
  { id }: ByAccount['params'],
  event: 'account_suspended' | 'account_restored' | 'team_restored' | 'team_deleted',
): Promise<AdminTeam> {
  ctx.events.note(ctx.requester, event, { userId: ctx.user.id, targetId: id });
  ctx.pages.invalidate(`user:${id}`);
  return readTargetTeam(ctx, id);
}
