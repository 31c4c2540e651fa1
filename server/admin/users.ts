import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { toCursor, toMomentPosition, toPosition } from '#server/db/keyset.ts';
import { users } from '#server/db/schema.ts';
import type { UserOrder, UsersQuery } from '#shared/admin.ts';
import { ADMIN_RECENT_USERS } from '#shared/constants.ts';
import { rowsWanted } from '#shared/pages.ts';
import { PROVIDER_GRACE_MS, statusAt } from '#shared/subscription.ts';

/** The users as administrators see them; that they are administrators has been checked by the row. */

const columns = {
  id: users.id,
  fullName: users.fullName,
  email: users.email,
  username: users.username,
  createdAt: users.createdAt,
  isAdmin: users.isAdmin,
  subscriptionStatus: users.subscriptionStatus,
  trialEndsAt: users.trialEndsAt,
  subscriptionEndsAt: users.subscriptionEndsAt,
  stripeSubscriptionId: users.stripeSubscriptionId,
};

/** By what each order compares, as its index is written. */
const KEYS: Record<UserOrder, SQL> = {
  createdAt: sql`${users.createdAt}`,
  id: sql`${users.id}`,
  fullName: foldCase(users.fullName),
  email: foldCase(users.email),
  username: foldCase(users.username),
};

export async function listUsers(ctx: UserContext, { query }: { query: UsersQuery }) {
  const { order, direction, status } = query;
  const now = ctx.now();
  const key = KEYS[order];
  const limit = rowsWanted(query);
  const isDown = direction === 'descending';
  const rows = await ctx.db
    .select({ ...columns, key: sql<string>`${key}` })
    .from(users)
    .where(and(status && hasStanding(status, now), isBehind(query)))
    .orderBy(isDown ? desc(key) : asc(key), isDown ? desc(users.id) : asc(users.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const keyOf = (row: (typeof rows)[number]) =>
    order === 'createdAt' ? row.createdAt.toISOString() : row.key;
  const next = last && rows.length > limit ? toCursor({ key: keyOf(last), id: last.id }) : null;
  return { rows: shown.map((row) => ({ ...row, subscriptionStatus: statusAt(row, now) })), next };
}

function isBehind({ cursor, order, direction }: UsersQuery): SQL | undefined {
  const from = order === 'createdAt' ? toMomentPosition(cursor) : toPosition(cursor);
  if (!from) return undefined;
  const key = order === 'createdAt' ? sql`${from.key}::timestamptz` : sql`${from.key}`;
  const sign = sql.raw(direction === 'descending' ? '<' : '>');
  return sql`(${KEYS[order]}, ${users.id}) ${sign} (${key}, ${from.id})`;
}

/** Who has this status at a moment, as `statusAt` tells it of one user. */
function hasStanding(status: NonNullable<UsersQuery['status']>, now: Date): SQL | undefined {
  const at = now.toISOString();
  const isOver = sql`coalesce(case ${users.subscriptionStatus}
    when 'trial' then ${users.trialEndsAt} + case when ${users.stripeSubscriptionId} is null then interval '0'
      else make_interval(secs => ${PROVIDER_GRACE_MS / 1000}) end
    when 'cancelled' then ${users.subscriptionEndsAt} end <= ${at}::timestamptz, false)`;
  if (status === 'admin') return eq(users.isAdmin, true);
  if (status === 'expired') return sql`(${users.subscriptionStatus} = 'expired' or ${isOver})`;
  return and(eq(users.subscriptionStatus, status), sql`not ${isOver}`);
}

export async function listRecentUsers(ctx: UserContext) {
  const rows = await ctx.db
    .select(columns)
    .from(users)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(ADMIN_RECENT_USERS);
  return rows.map((row) => ({ ...row, subscriptionStatus: statusAt(row, ctx.now()) }));
}
