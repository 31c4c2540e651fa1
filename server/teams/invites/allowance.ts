import { and, gt, isNull } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { teamInvites, teamMails } from '#server/db/schema/teams.ts';
import { readAllowance } from '#server/money/billing/quantity.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { UNCLAIMED_MAX } from '#shared/teams/limits.ts';

/** How many invites a team may send. Callers hold the team's lock. */

type Reader = Pick<AppContext, 'db' | 'now'>;

const number = (value: number) => value.toLocaleString('en-US');

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
