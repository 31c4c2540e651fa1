import { not, type SQL, sql } from 'drizzle-orm';
import { isKept } from '#server/access/visibility.ts';
import type { UserContext } from '#server/context.ts';
import { userCounts } from '#server/db/schema/counters.ts';
import { PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import { PROVIDER_GRACE_MS } from '#shared/money/subscription.ts';
import type { AdminStats } from '#shared/operations/admin.ts';

type TeamFigures = Pick<
  AdminStats,
  'teamRevenue' | 'activeTeams' | 'billedTeamCards' | 'totalTeams' | 'teamCards' | 'teamContacts'
>;
type PersonFigures = Record<Exclude<keyof AdminStats, keyof TeamFigures>, number>;

/** Figures and lists for administrators; the endpoint has already checked that the requester is one. */

/**
 * The platform's figures, from counters. Days, weeks (ISO 8601, from Monday) and months are in UTC. Deleted cards do
 * not count. The monthly revenue is $5 per card of each user with an active subscription, at least one card each, as
 * checkout charges it, and $5 for each card that a paying team is billed for; trials and cancelled subscriptions bring no
 * revenue next month.
 */
export async function getStats(ctx: UserContext): Promise<AdminStats> {
  const now = ctx.now().toISOString();
  const since = (unit: string) => sql`date_trunc(${unit}, ${now}::timestamptz at time zone 'UTC')::date`;
  const total = (name: string, isCounted: SQL = sql`true`) =>
    sql`coalesce(sum(count) filter (where name = ${name} and ${isCounted}), 0)::int`;
  const signedUpThis = (unit: string) => total('signups', sql`day >= ${since(unit)}`);
  const { rows } = await ctx.db.execute<PersonFigures>(sql`
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
  const [counted] = rows;
  if (!counted) throw new Error('The figures were not returned.');
  const stats = { ...counted, ...(await countWhatIsUncounted(ctx)) };
  const teams = await countTeams(ctx);
  return { ...stats, ...teams, monthlyRevenue: stats.monthlyRevenue + teams.teamRevenue };
}

/** Teams with what they have, and those that pay, for as many cards as the payment provider bills. */
async function countTeams({ db }: UserContext): Promise<TeamFigures> {
  const { rows } = await db.execute<{ [Figure in keyof TeamFigures]: number }>(sql`
    select count(*) filter (where ${isKept('t')})::int as "totalTeams",
      coalesce(sum(k.cards), 0)::int as "teamCards", coalesce(sum(k.contacts), 0)::int as "teamContacts",
      count(s.user_id)::int as "activeTeams", coalesce(sum(s.quantity), 0)::int as "billedTeamCards",
      ${PRICE_PER_CARD_USD}::int * coalesce(sum(s.quantity), 0)::int as "teamRevenue"
    from teams t join users u on u.id = t.id join user_counts k on k.user_id = t.id
      left join subscriptions s on s.user_id = t.id and u.subscription_status = 'active' and ${isKept('t')}`);
  if (!rows[0]) throw new Error('The figures of teams were not returned.');
  return rows[0];
}

/** Trials end with their last moment, as in `statusAt`; those of the last hour are not recorded in the database yet. */
const trialsThatEnded = (now: string) => sql`
  select count(*)::int from persons where subscription_status = 'trial' and trial_ends_at <= ${now}::timestamptz
    and trial_ends_at + case when stripe_subscription_id is null then interval '0'
      else make_interval(secs => ${PROVIDER_GRACE_MS / 1000}) end <= ${now}::timestamptz`;

/**
 * After an upgrade the counters miss older rows until `countExisting` has finished; until then, this counts the rows.
 */
async function countWhatIsUncounted(ctx: UserContext): Promise<Partial<PersonFigures>> {
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
    select (select coalesce(sum(cards), 0)::int from owned) as "totalCards", (select count(*)::int from contacts) as "totalContacts",
      ${PRICE_PER_CARD_USD}::int * coalesce(
        sum(greatest(coalesce(cards, 0), 1)) filter (where subscription_status = 'active'), 0
      )::int as "monthlyRevenue"
    from persons left join owned on owned.user_id = persons.id`);
  return rows[0] ?? {};
}
