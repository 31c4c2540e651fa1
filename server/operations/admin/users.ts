import { desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { toCursor, toMomentPosition, toPosition } from '#server/db/keyset.ts';
import { persons } from '#server/db/schema/users.ts';
import { byMoment, findPage, type ListOrder } from '#server/db/search/search.ts';
import { SEARCHED } from '#server/db/search/search-sources.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { ADMIN_RECENT_USERS } from '#shared/contract/constants.ts';
import { rowsWanted } from '#shared/contract/pages.ts';
import { PROVIDER_GRACE_MS, statusAt } from '#shared/money/subscription.ts';
import type { UserOrder, UsersQuery } from '#shared/operations/admin.ts';

/** The users as administrators see them; the endpoint has already checked that the requester is one. */

const columns = {
  id: persons.id,
  fullName: persons.fullName,
  email: sql<string>`coalesce(${persons.email}, '')`,
  username: persons.username,
  createdAt: persons.createdAt,
  isAdmin: persons.isAdmin,
  suspendedAt: persons.suspendedAt,
  subscriptionStatus: persons.subscriptionStatus,
  trialEndsAt: persons.trialEndsAt,
  subscriptionEndsAt: persons.subscriptionEndsAt,
  stripeSubscriptionId: persons.stripeSubscriptionId,
};

/** The key of each order, matching its index. */
const KEYS: Record<Exclude<UserOrder, 'createdAt'>, SQL> = {
  id: sql`id`,
  fullName: foldCase(sql`full_name`),
  email: sql`coalesce(${foldCase(sql`email`)}, '')`,
  username: foldCase(sql`username`),
};

function chooseOrder({ order, direction }: UsersQuery): ListOrder {
  const isDescending = direction === 'descending';
  if (order === 'createdAt') return byMoment(sql`created_at`, isDescending);
  const key = KEYS[order];
  return { key, text: key, parse: (text) => sql`${text}::text`, isDescending };
}

export async function listUsers(ctx: UserContext, { query }: { query: UsersQuery }) {
  const now = ctx.now();
  const { status, cursor } = query;
  const found = await findPage(ctx.db, {
    source: SEARCHED.users,
    order: chooseOrder(query),
    where: sql`kind = 'person' and ${status ? hasStatus(status, now) : true}`,
    owner: '',
    q: query.q,
    from: query.order === 'createdAt' ? toMomentPosition(cursor) : toPosition(cursor),
    limit: rowsWanted(query),
  });
  const ids = found.rows.map(({ id }) => accountId.parse(id));
  const rows = await ctx.db.select(columns).from(persons).where(inArray(persons.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((row) => ({ ...row, subscriptionStatus: statusAt(row, now) })),
    next: found.next && toCursor(found.next),
  };
}

/** Matches users who have this status at a moment, as `statusAt` computes it for one user. */
function hasStatus(status: NonNullable<UsersQuery['status']>, now: Date): SQL {
  const at = now.toISOString();
  const isOver = sql`coalesce(case subscription_status
    when 'trial' then trial_ends_at + case when stripe_subscription_id is null then interval '0'
      else make_interval(secs => ${PROVIDER_GRACE_MS / 1000}) end
    when 'cancelled' then subscription_ends_at end <= ${at}::timestamptz, false)`;
  if (status === 'admin') return sql`is_admin`;
  if (status === 'suspended') return sql`suspended_at is not null`;
  if (status === 'expired') return sql`(subscription_status = 'expired' or ${isOver})`;
  return sql`(subscription_status = ${status} and not ${isOver})`;
}

export async function listRecentUsers(ctx: UserContext) {
  const rows = await ctx.db
    .select(columns)
    .from(persons)
    .orderBy(desc(persons.createdAt), desc(persons.id))
    .limit(ADMIN_RECENT_USERS);
  return rows.map((row) => ({ ...row, subscriptionStatus: statusAt(row, ctx.now()) }));
}
