import { not, type SQL, sql } from 'drizzle-orm';
import { isKept } from '#server/access/visibility.ts';
import type { UserContext } from '#server/context.ts';
import { userCounts } from '#server/db/list-schema.ts';
import type { AdminStats } from '#shared/admin.ts';
import { PRICE_PER_CARD_USD } from '#shared/constants.ts';
import { PROVIDER_GRACE_MS } from '#shared/subscription.ts';

/** What administrators see; that they are administrators has been checked by the endpoint. */

/**
 * The platform's figures, off counters. Days, weeks (ISO 8601, from Monday) and months are of UTC. Deleted cards do not
 * count. The monthly revenue is $5 for each card of users whose subscription is active, and for at least one card each, as
 * checkout charges it; trials and cancelled subscriptions bring nothing next month.
 */
export async function getStats(ctx: UserContext): Promise<AdminStats> {
  const now = ctx.now().toISOString();
  const since = (unit: string) => sql`date_trunc(${unit}, ${now}::timestamptz at time zone 'UTC')::date`;
  const total = (name: string, isCounted: SQL = sql`true`) =>
    sql`coalesce(sum(count) filter (where name = ${name} and ${isCounted}), 0)::int`;
  const signedUpThis = (unit: string) => total('signups', sql`day >= ${since(unit)}`);
  const { rows } = await ctx.db.execute<{ [Figure in keyof AdminStats]: number }>(sql`
    select
      ${total('users')} as "totalUsers",
      ${signedUpThis('day')} as "signupsToday",
      ${signedUpThis('week')} as "signupsThisWeek",
      ${signedUpThis('month')} as "signupsThisMonth",
      ${total('active')} as "activeSubscriptions",
      ${total('trial')} - (${trialsThatEnded(now)}) as "trialUsers",
      ${PRICE_PER_CARD_USD}::int * ${total('paid cards')} as "monthlyRevenue",
      ${total('cards')} as "totalCards",
      ${total('contacts')} as "totalContacts"
    from platform_counts
    where (name in ('users', 'active', 'trial', 'paid cards', 'cards', 'contacts') and day = '-infinity')
      or (name = 'signups' and day >= least(${since('week')}, ${since('month')}))`);
  const [stats] = rows;
  if (!stats) throw new Error('The figures were not returned.');
  return { ...stats, ...(await countWhatIsUncounted(ctx)) };
}

/** Trials are over with their last moment, as `statusAt` tells; the few of the last hour have not been written down. */
const trialsThatEnded = (now: string) => sql`
  select count(*)::int from users where subscription_status = 'trial' and trial_ends_at <= ${now}::timestamptz
    and trial_ends_at + case when stripe_subscription_id is null then interval '0'
      else make_interval(secs => ${PROVIDER_GRACE_MS / 1000}) end <= ${now}::timestamptz`;

/** After an upgrade the counters lack what was there before, until `countExisting` has been through: so long it is counted. */
async function countWhatIsUncounted(ctx: UserContext): Promise<Partial<AdminStats>> {
  const [uncounted] = await ctx.db.select().from(userCounts).where(not(userCounts.isCounted)).limit(1);
  if (!uncounted) return {};
  const { rows } = await ctx.db.execute<{
    totalCards: number;
    totalContacts: number;
    monthlyRevenue: number;
  }>(sql`
    with owned as (
      select user_id, count(*) as cards from business_cards where ${isKept()} group by user_id
    )
    select coalesce(sum(cards), 0)::int as "totalCards", (select count(*)::int from contacts) as "totalContacts",
      ${PRICE_PER_CARD_USD}::int * coalesce(
        sum(greatest(coalesce(cards, 0), 1)) filter (where subscription_status = 'active'), 0
      )::int as "monthlyRevenue"
    from users left join owned on owned.user_id = users.id`);
  return rows[0] ?? {};
}
