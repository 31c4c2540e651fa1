import { sql } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { businessCards, contacts, users } from '#server/db/schema.ts';
import type { AdminStats } from '#shared/admin.ts';
import { PRICE_PER_CARD_USD } from '#shared/constants.ts';
import { PROVIDER_GRACE_MS } from '#shared/subscription.ts';

/** What administrators see; that they are administrators has been checked by the row. */

/**
 * The platform's figures in one statement. Days, weeks (ISO 8601, from Monday) and months are of UTC. Deleted cards
 * do not count. The monthly revenue is $5 for each card of users whose subscription is active, and for at least one
 * card each, as checkout charges it; trials and cancelled subscriptions bring nothing next month.
 */
export async function getStats(ctx: UserContext): Promise<AdminStats> {
  const now = ctx.now().toISOString();
  // As `statusAt` tells: a trial is over with its last moment, whether or not that has been written down.
  const isOnTrial = sql`subscription_status = 'trial' and (trial_ends_at is null or
    trial_ends_at + case when stripe_subscription_id is null then interval '0'
      else make_interval(secs => ${PROVIDER_GRACE_MS / 1000}) end > ${now}::timestamptz)`;
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
      count(*) filter (where ${isOnTrial})::int as "trialUsers",
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
