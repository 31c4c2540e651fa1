import { administratorFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { operatorContact } from '#server/accounts/auth/operator-contact.ts';
import { endOtherSessions } from '#server/accounts/auth/session-tokens.ts';
import { notifyWalletsOfAccount } from '#server/cards/cards/notify-wallets.ts';
import type { UserContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import type { ByAccount } from '#server/infra/http/by-id.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { stopCharging } from '#server/money/billing/settle-bill.ts';
import { recordAct } from '#server/operations/admin/audit.ts';
import { findTarget, targetOf } from '#server/operations/admin/find-target.ts';
import { getUser } from '#server/operations/admin/user.ts';
import { nameOwnedTeams } from '#server/portability/account/erase-account.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Act, Suspension } from '#shared/operations/admin-acts.ts';

/** Suspends an account of any kind: nothing more is charged for it, and its public pages stay or answer 404, as chosen. */
export async function setSuspended(
  ctx: UserContext,
  tx: Db,
  account: UserRow,
  { hidesPages, message }: Suspension,
): Promise<void> {
  await tx
    .update(users)
    .set({ suspendedAt: ctx.now(), suspensionMessage: message ?? null, arePagesSuspended: hidesPages })
    .where(whereCan(administratorFor(ctx, account.id), 'edit', 'account'));
  if (hidesPages) await notifyWalletsOfAccount(tx, ctx, account.id);
  await stopCharging(ctx, tx, account);
  await recordAccountEvent(withoutRequester(ctx), tx, account.id, 'suspended');
}

/** Ends that. */
export async function endSuspension(ctx: UserContext, tx: Db, account: UserRow): Promise<void> {
  await tx
    .update(users)
    .set({ suspendedAt: null, suspensionMessage: null, arePagesSuspended: false })
    .where(whereCan(administratorFor(ctx, account.id), 'edit', 'account'));
  await notifyWalletsOfAccount(tx, ctx, account.id);
  await recordAccountEvent(withoutRequester(ctx), tx, account.id, 'restored');
}

export const sayPages = (hidesPages: boolean) => (hidesPages ? 'public pages hidden' : 'public pages stay');

/**
 * Suspends a person's account: its sessions end, and from then on it can only be exported and deleted.
 */
export async function suspendUser(ctx: UserContext, { params, body }: ByAccount & { body: Suspension }) {
  const { reason, hidesPages, message } = body;
  await ctx.db.transaction(async (tx) => {
    const user = await findTarget(tx, params.id);
    if (user.suspendedAt) throw new AppError('conflict', `${user.username} is suspended already.`);
    await setSuspended(ctx, tx, user, body);
    await endOtherSessions({ ...ctx, db: tx }, user.id, undefined);
    await recordAct(ctx, tx, {
      action: 'suspended',
      target: targetOf(user),
      reason,
      details: { about: sayPages(hidesPages) },
    });
    const owned = await nameOwnedTeams(tx, user.id);
    await mailUser(ctx, tx, user, {
      subject: `Your ${PRODUCT} account is suspended`,
      paragraphs: [
        `Your account, ${user.username}, was suspended.${message ? ` The reason: ${message}` : ''}`,
        hidesPages
          ? 'No one can see your cards while it is suspended.'
          : 'Your cards stay online, and people can still save them.',
        `You won’t be charged ${owned.length > 0 ? 'for your own cards ' : ''}again. You can still sign in to export your data or delete your account.`,
        ...sayTeams(ctx, owned),
        `If you think this is a mistake, contact ${operatorContact(ctx).name}.`,
      ],
    });
  });
  ctx.events.note(ctx.requester, 'account_suspended', { userId: ctx.user.id, targetId: params.id });
  ctx.pages.invalidate(`user:${params.id}`);
  return getUser(ctx, { params });
}

const LIST = new Intl.ListFormat('en-US');

/** Teams go on, and are charged, while their owner's roles rest. */
function sayTeams(ctx: UserContext, owned: string[]): string[] {
  if (owned.length === 0) return [];
  const names = LIST.format(owned.map((name) => plainName(name) || 'without a name'));
  const [team, goes, its, it] =
    owned.length === 1 ? ['team', 'goes', 'its', 'it has'] : ['teams', 'go', 'their', 'they have'];
  return [
    `The ${team} ${names}, which you own, ${goes} on, with ${its} subscription if ${it} one. To end that, or to make someone else ${its} owner, contact ${operatorContact(ctx).name}.`,
  ];
}

export async function restoreUser(ctx: UserContext, { params, body }: ByAccount & { body: Act }) {
  await ctx.db.transaction(async (tx) => {
    const user = await findTarget(tx, params.id);
    if (!user.suspendedAt) throw new AppError('conflict', `${user.username} isn’t suspended.`);
    await endSuspension(ctx, tx, user);
    await recordAct(ctx, tx, { action: 'restored', target: targetOf(user), reason: body.reason });
    await mailUser(ctx, tx, user, {
      subject: `Your ${PRODUCT} account is restored`,
      paragraphs: [
        `Your account, ${user.username}, works again, and everything in it is still there.`,
        'If the suspension cancelled your subscription, it stays cancelled until you resume it on the Subscription page.',
      ],
    });
  });
  ctx.events.note(ctx.requester, 'account_restored', { userId: ctx.user.id, targetId: params.id });
  ctx.pages.invalidate(`user:${params.id}`);
  return getUser(ctx, { params });
}

/** The administrator's device and place are none of the owner's business. */
const withoutRequester = ({ config, places, now }: UserContext) => ({ config, places, now });
