import { and, gt, isNull } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { teamInvites, teamMails } from '#server/db/schema/teams.ts';
import { readAllowance } from '#server/money/billing/quantity.ts';
import { type PlannedMail, planMails } from '#server/teams/invites/invite-mails.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { UNCLAIMED_MAX } from '#shared/teams/limits.ts';

/** How many invites a team may send. Callers hold the team's lock. */

type Reader = Pick<AppContext, 'db' | 'now'>;

const number = (value: number) => value.toLocaleString('en-US');

/** How many more cards may be prepared before somebody claims one. */
export async function countUnclaimedLeft({ db }: Pick<Reader, 'db'>, teamId: AccountId): Promise<number> {
  const isOpen = and(whereCan(systemFor(teamId), 'see', 'invite'), isNull(teamInvites.claimedAt));
  return Math.max(0, UNCLAIMED_MAX - (await db.$count(teamInvites, isOpen)));
}

/** Throws 409 if so many more cards would be too many that nobody has claimed. */
export async function requireRoomToPrepare(ctx: Reader, teamId: AccountId, more: number): Promise<void> {
  const left = await countUnclaimedLeft(ctx, teamId);
  if (more <= left) return;
  throw new AppError(
    'conflict',
    `A team can have ${number(UNCLAIMED_MAX)} cards that nobody has claimed, and yours has ${number(UNCLAIMED_MAX - left)}. Revoke invites you no longer need.`,
  );
}

/** How many invites the team may still send now. */
export async function countMailsLeft(ctx: Reader, teamId: AccountId): Promise<number> {
  const { sent, invitesADay } = await countMails(ctx, teamId);
  return Math.max(0, invitesADay - sent);
}

/** Counts a mail for each address that may get one; those that are too many for one day wait. */
export async function planWithinDay(
  ctx: Pick<AppContext, 'db' | 'now' | 'keyedHash'>,
  teamId: AccountId,
  emails: readonly string[],
): Promise<PlannedMail[]> {
  const left = await countMailsLeft(ctx, teamId);
  const planned = await planMails(ctx, ctx.db, teamId, emails.slice(0, left));
  return [...planned, ...emails.slice(left).map(() => ({ mailId: null, problem: null }))];
}

/** Throws 409 if the mails that were just planned, `added`, are too many for one day. */
export async function requireMailsADay(ctx: Reader, teamId: AccountId, added: number): Promise<void> {
  const { sent, invitesADay } = await countMails(ctx, teamId);
  const left = invitesADay - sent + added;
  if (added <= left) return;
  throw new AppError(
    'conflict',
    `Your team can send ${number(invitesADay)} invites a day, and ${left > 0 ? number(left) : 'none'} are left. Try again tomorrow.`,
  );
}

/** Of the last 24 hours, and how many there may be. */
async function countMails(ctx: Reader, teamId: AccountId): Promise<{ sent: number; invitesADay: number }> {
  const { invitesADay } = await readAllowance(ctx, teamId);
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const isRecent = and(whereCan(systemFor(teamId), 'see', 'inviteMail'), gt(teamMails.sentAt, since));
  return { sent: await ctx.db.$count(teamMails, isRecent), invitesADay };
}
