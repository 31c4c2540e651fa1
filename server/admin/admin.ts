import { desc, sql } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { businessCards, contacts, users } from '#server/db/schema.ts';
import type { AdminStats } from '#shared/admin.ts';
import { ADMIN_RECENT_USERS, PRICE_PER_CARD_USD } from '#shared/constants.ts';

/** What administrators see; that they are administrators has been checked by the row. */

const shown = {
  id: users.id,
  fullName: users.fullName,
  email: users.email,
  username: users.username,
  subscriptionStatus: users.subscriptionStatus,
  createdAt: users.createdAt,
  isAdmin: users.isAdmin,
};

/**
 * The platform's figures in one statement. Days, weeks (ISO 8601, from Monday) and months are of UTC. Deleted cards
 * do not count. The monthly revenue is $5 for each card of users whose subscription is active, and for at least one
 * card each, as checkout charges it; trials and cancelled subscriptions bring nothing next month.
 */
export async function getStats(ctx: UserContext): Promise<AdminStats> {
  const now = ctx.now().toISOString();
  const signedUpThis = (unit: string) =>
    sql`count(*) filter (where created_at >= date_trunc(${unit}, ${now}::timestamptz, 'UTC'))`;
  const { rows } = await ctx.db.execute<{ [Figure in keyof AdminStats]: number }>(sql`
    with cards as (
      select user_id, count(*) as cards from ${businessCards} where deleted_at is null group by user_id
    )
    select
      count(*)::int as "totalUsers",
      ${signedUpThis('day')}::int as "signupsToday",
      ${signedUpThis('week')}::int as "signupsThisWeek",
      ${signedUpThis('month')}::int as "signupsThisMonth",
      count(*) filter (where subscription_status = 'active')::int as "activeSubscriptions",
      count(*) filter (where subscription_status = 'trial')::int as "trialUsers",
      ${PRICE_PER_CARD_USD}::int * coalesce(
        sum(greatest(coalesce(cards, 0), 1)) filter (where subscription_status = 'active'), 0
      )::int as "monthlyRevenue",
      coalesce(sum(cards), 0)::int as "totalCards",
      (select count(*)::int from ${contacts}) as "totalContacts"
    from ${users} left join cards on cards.user_id = ${users.id}`);
  const [stats] = rows;
  if (!stats) throw new Error('The figures were not returned.');
  return stats;
}

/** Newest first; who signed up in the same moment stays in one order. */
export async function listUsers(ctx: UserContext) {
  return ctx.db.select(shown).from(users).orderBy(desc(users.createdAt), desc(users.id));
}

export async function listRecentUsers(ctx: UserContext) {
  return ctx.db
    .select(shown)
    .from(users)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(ADMIN_RECENT_USERS);
}
