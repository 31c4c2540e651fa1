import { and, eq, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import type { RangeAnalytics } from '#shared/analytics/analytics.ts';
import type { RangeName } from '#shared/analytics/ranges.ts';
import { DAY_MS, formatUtcDay } from '#shared/formats/time.ts';

/** The owner's figures of a range from the rollups: no view is read (docs/decisions/092). Days are UTC. */

/** Days that each step of a range covers: a chart of a year has a bar a week, one of all time a bar a month. */
const STEP_DAYS: Record<RangeName, number> = { '7': 1, '30': 1, '90': 1, '365': 7, all: 0 };

interface Step {
  cardId: string;
  /** The first day of the step. */
  day: string;
  isBefore: boolean;
  views: number;
  visitors: number;
}

/** The figures of all cards, or of one; throws 404 for a card that is not the requester's. */
export async function readRange(
  ctx: UserContext,
  name: RangeName,
  card: string | undefined,
): Promise<Omit<RangeAnalytics, 'breakdowns'>> {
  if (card) await requireCard(ctx, card);
  const today = formatUtcDay(ctx.now());
  const stepDays = STEP_DAYS[name];
  const days = name === 'all' ? null : Number(name);
  const from = days ? addDays(today, 1 - days) : await findFirstMonth(ctx, card, today);
  const read = await countSteps(ctx, { from, today, days, stepDays, card });
  const now = read.filter(({ isBefore }) => !isBefore);
  const before = read.filter(({ isBefore }) => isBefore);
  const viewsNow = sumBy(now, 'day');
  const viewsBefore = sumBy(before, 'day');
  const steps = listSteps(from, today, stepDays).map((day) => ({
    day,
    views: viewsNow.get(day)?.views ?? 0,
    before: days ? (viewsBefore.get(day)?.views ?? 0) : null,
  }));
  return {
    ...sumOf(now),
    from,
    stepDays,
    before: days ? sumOf(before) : null,
    steps,
    cards: [...sumBy(now, 'cardId')].map(([cardId, sums]) => ({ cardId, ...sums })),
  };
}

async function requireCard(ctx: UserContext, id: string): Promise<void> {
  const [found] = await ctx.db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(and(whereCan(ctx, 'see', 'figures'), eq(businessCards.id, id)));
  if (!found) throw notFound('card');
}

/** The first day of the month of the first view; of this month without any. */
async function findFirstMonth(ctx: UserContext, card: string | undefined, today: string): Promise<string> {
  const { rows } = await ctx.db.execute<{ first: string | null }>(sql`
    select to_char(min(first.hour) at time zone 'UTC', 'YYYY-MM') as first
    from business_cards c
    cross join lateral (select h.hour from card_hours h where h.card_id = c.id order by h.hour limit 1) first
    where ${whereCan(ctx, 'see', 'figures', 'c')} and ${isWanted(card)}`);
  return `${rows[0]?.first ?? today.slice(0, 7)}-01`;
}

const isWanted = (card: string | undefined) => sql`(${card ?? null}::text is null or c.id = ${card ?? null})`;

interface Wanted {
  from: string;
  today: string;
  /** Null: all time, which nothing is before. */
  days: number | null;
  stepDays: number;
  card: string | undefined;
}

/** The sums of each card and step, also of the range before, whose steps are named by the day they are compared with. */
async function countSteps(ctx: UserContext, { from, today, days, stepDays, card }: Wanted): Promise<Step[]> {
  const since = days ? addDays(from, -days) : from;
  const day = sql`case when h.hour < (${from}::date)::timestamp at time zone 'UTC'
    then (h.hour at time zone 'UTC')::date + ${days ?? 0}::int else (h.hour at time zone 'UTC')::date end`;
  const step = stepDays
    ? sql`greatest(${from}::date, ${today}::date + 1 - ((${today}::date - counted.day) / ${stepDays}::int + 1) * ${stepDays}::int)`
    : sql`date_trunc('month', counted.day)::date`;
  const { rows } = await ctx.db.execute<{ [Name in keyof Step]: Step[Name] }>(sql`
    select id as "cardId", to_char(${step}, 'YYYY-MM-DD') as day, is_before as "isBefore",
      sum(views)::int as views, sum(visitors)::int as visitors
    from (
      select c.id, ${day} as day, h.hour < (${from}::date)::timestamp at time zone 'UTC' as is_before,
        h.views, h.new_visitors as visitors
      from business_cards c join card_hours h on h.card_id = c.id
      where ${whereCan(ctx, 'see', 'figures', 'c')} and ${isWanted(card)}
        and h.hour >= (${since}::date)::timestamp at time zone 'UTC'
    ) counted
    group by 1, 2, 3`);
  return rows;
}

type Sums = Pick<Step, 'views' | 'visitors'>;
const NONE: Sums = { views: 0, visitors: 0 };
const add = (one: Sums, other: Sums): Sums => ({
  views: one.views + other.views,
  visitors: one.visitors + other.visitors,
});
const sumOf = (steps: Step[]): Sums => steps.reduce(add, NONE);

function sumBy(steps: Step[], key: 'day' | 'cardId'): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const step of steps) sums.set(step[key], add(sums.get(step[key]) ?? NONE, step));
  return sums;
}

const addDays = (day: string, count: number): string =>
  formatUtcDay(new Date(Date.parse(day) + count * DAY_MS));

/** The first day of each step; without a length, of each month. The first may be short: a short last one would look like a fall. */
function listSteps(from: string, today: string, stepDays: number): string[] {
  const days: string[] = [];
  if (stepDays) {
    for (let end = today; end >= from; end = addDays(end, -stepDays)) days.push(addDays(end, 1 - stepDays));
    return [from, ...days.reverse().slice(1)];
  }
  for (let day = from; day <= today; day = `${addDays(day, 31).slice(0, 7)}-01`) days.push(day);
  return days;
}
