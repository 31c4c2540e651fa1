import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { persons } from '#server/db/schema/users.ts';
import { accountId, type PersonId } from '#shared/accounts/ids.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { Invite } from '#shared/teams/claims.ts';
import { INVITE_DAYS, SAME_TEAM_DAYS } from '#shared/teams/limits.ts';

/** Invites as those who run a team see them. */

export type InviteRow = typeof teamInvites.$inferSelect;
type Named = InviteRow & { inviter: string | null; holderId: PersonId | null };

/** When an invite that is sent at `now` ends. */
export const inviteEnd = (now: Date): Date => new Date(now.getTime() + INVITE_DAYS * DAY_MS);

export const isInviteOver = ({ expiresAt }: Pick<InviteRow, 'expiresAt'>, now: Date): boolean =>
  expiresAt <= now;

/** False if the card that an invite is for was deleted, or is not as `which` says. */
export async function hasCard(db: Db, { teamId, cardId }: InviteRow, which?: SQL): Promise<boolean> {
  const isKept = whereCan(systemFor(accountId.parse(teamId)), 'edit', 'card');
  return (await db.$count(businessCards, and(eq(businessCards.id, cardId), isKept, which))) > 0;
}

export function stateOfInvite(row: InviteRow, now: Date): Invite['state'] {
  if (row.claimedAt) return 'claimed';
  if (row.waitsSince) return 'prepared';
  if (isInviteOver(row, now)) return 'expired';
  // Its link ended, as when they refused.
  if (row.problem !== null) return 'prepared';
  if (row.openedAt) return 'opened';
  return row.sentAt ? 'sent' : 'prepared';
}

/** Null if it may be sent at once, as far as its last mail decides it. */
function sendableAt({ sentAt }: InviteRow, now: Date): string | null {
  const from = sentAt && new Date(sentAt.getTime() + SAME_TEAM_DAYS * DAY_MS);
  return from && from > now ? from.toISOString() : null;
}

const toInvite = ({ inviter, holderId, ...row }: Named, now: Date): Invite => ({
  id: row.id,
  email: row.email,
  fullName: row.fullName,
  cardId: row.cardId,
  isHeld: holderId !== null,
  holderId,
  role: row.role,
  state: stateOfInvite(row, now),
  problem: row.problem,
  isWaiting: row.waitsSince !== null,
  sendableAt: sendableAt(row, now),
  invitedBy: inviter ?? 'A former member',
  askedEmail: row.askedEmail,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

const selectInvites = (db: Db, which: SQL | undefined) =>
  db
    .select({
      ...getTableColumns(teamInvites),
      inviter: persons.fullName,
      holderId: businessCards.holderId,
    })
    .from(teamInvites)
    .innerJoin(businessCards, eq(businessCards.id, teamInvites.cardId))
    .leftJoin(persons, eq(persons.id, teamInvites.invitedBy))
    .where(which)
    .orderBy(desc(teamInvites.createdAt), desc(teamInvites.id));

/** Those that `which` chooses, newest first. */
export async function readInvites(
  { db, now }: Pick<UserContext, 'db' | 'now'>,
  which: SQL | undefined,
): Promise<Invite[]> {
  return (await selectInvites(db, which)).map((row) => toInvite(row, now()));
}

/** Neither of whoever had the card before nor, as long as they have not claimed it, of their successor: successions have a list of their own. */
const IS_CURRENT = sql`not exists (
  select from card_successions s where s.card_id = ${teamInvites.cardId} and case
    when ${teamInvites.claimedAt} is null then s.invite_id = ${teamInvites.id} else s.created_at > ${teamInvites.claimedAt} end
) and not exists (
  select from team_invites later where later.card_id = ${teamInvites.cardId} and later.claimed_at > ${teamInvites.claimedAt})`;

export async function listInvites(ctx: UserContext, { query }: { query: PageQuery }): Promise<Page<Invite>> {
  const limit = rowsWanted(query);
  const isNext = isOlder(teamInvites.createdAt, teamInvites.id, toMomentPosition(query.cursor));
  const which = and(whereCan(ctx, 'see', 'invite'), IS_CURRENT, isNext);
  const rows = await selectInvites(ctx.db, which).limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  return { ...page, rows: page.rows.map((row) => toInvite(row, ctx.now())) };
}
