import { and, eq, gt, isNull } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { invoices } from '#server/db/schema/money.ts';
import { teamInvites, teamMails } from '#server/db/schema/teams.ts';
import { users } from '#server/db/schema/users.ts';
import { countCards } from '#server/money/billing/quantity.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { statusAt } from '#shared/money/subscription.ts';
import type { ClaimBar } from '#shared/money/team-billing.ts';
import { TEAM_ALLOWANCES, type TeamAllowance, UNCLAIMED_MAX } from '#shared/teams/limits.ts';

/** How many invites a team may send and how many of its cards may be claimed. Callers hold the team's lock. */

type Reader = Pick<AppContext, 'db' | 'now'>;

const number = (value: number) => value.toLocaleString('en-US');

async function readAllowance({ db }: Reader, teamId: AccountId): Promise<TeamAllowance> {
  const isPaid = and(
    whereCan(systemFor(teamId), 'see', 'invoice'),
    eq(invoices.status, 'paid'),
    gt(invoices.cents, 0),
  );
  const [none, once, more] = TEAM_ALLOWANCES;
  const paid = await db.$count(invoices, isPaid);
  if (paid === 0) return none;
  return paid === 1 ? once : more;
}

/** Throws 409 if so many more cards would be too many that nobody has claimed. */
export async function requireRoomToPrepare({ db }: Reader, teamId: AccountId, more: number): Promise<void> {
  const isOpen = and(whereCan(systemFor(teamId), 'see', 'invite'), isNull(teamInvites.claimedAt));
  const open = await db.$count(teamInvites, isOpen);
  if (open + more <= UNCLAIMED_MAX) return;
  throw new AppError(
    'conflict',
    `A team can have ${number(UNCLAIMED_MAX)} cards that nobody has claimed, and yours has ${number(open)}. Revoke invites you no longer need.`,
  );
}

/** Throws 409 if the mails that were just planned, `added`, are too many for one day. */
export async function requireMailsADay(ctx: Reader, teamId: AccountId, added: number): Promise<void> {
  const { invitesADay } = await readAllowance(ctx, teamId);
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const isRecent = and(whereCan(systemFor(teamId), 'see', 'inviteMail'), gt(teamMails.sentAt, since));
  const left = invitesADay - (await ctx.db.$count(teamMails, isRecent)) + added;
  if (added <= left) return;
  throw new AppError(
    'conflict',
    `Your team can send ${number(invitesADay)} invites a day, and ${left > 0 ? number(left) : 'none'} are left. Try again tomorrow.`,
  );
}

/**
 * How many cards of a team may be claimed, and why no further one can be; null if one can. The first one always can be: the
 * subscription starts with it.
 */
export async function readClaims(
  ctx: Reader,
  teamId: AccountId,
): Promise<{ claimedMax: number; bar: ClaimBar | null }> {
  const { claimedMax } = await readAllowance(ctx, teamId);
  const { cards } = await countCards(ctx.db, teamId);
  const [account] = await ctx.db
    .select()
    .from(users)
    .where(whereCan(systemFor(teamId), 'see', 'account'));
  const isUnpaid = cards > 0 && account !== undefined && statusAt(account, ctx.now()) === 'expired';
  const isFull = cards >= claimedMax;
  return { claimedMax, bar: isUnpaid ? 'unpaid' : isFull ? 'full' : null };
}
