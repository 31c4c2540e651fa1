import { count, sql } from 'drizzle-orm';
import { mayAs } from '#server/access/rules.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { countUser } from '#server/db/count-existing.ts';
import { readLists } from '#server/db/prepared.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { readEach } from '#server/infra/http/across-accounts.ts';
import { type ContactUse, readUse, selectUse, toUse } from '#server/people/contacts/room.ts';
import { DAY_MS, formatUtcDay } from '#shared/formats/time.ts';
import type { ContactSummary } from '#shared/people/contacts.ts';

const DAYS = 30;
const lastDays = ({ now }: UserContext): string[] =>
  Array.from({ length: DAYS }, (_, index) =>
    formatUtcDay(new Date(now().getTime() - (DAYS - 1 - index) * DAY_MS)),
  );

/** Of all accounts that a call is about; the room is that of the caller's own. */
export async function getSummaryOfAll(ctx: UserContext): Promise<ContactSummary> {
  const all = await readEach(ctx, getContactSummary);
  const [own] = all;
  if (!own) throw new Error('No account was read.');
  const sum = (countIn: (one: ContactSummary) => number) =>
    all.reduce((total, one) => total + countIn(one), 0);
  return {
    contacts: sum(({ contacts }) => contacts),
    leads: sum(({ leads }) => leads),
    use: own.use,
    metByDay: own.metByDay.map((_, day) => sum(({ metByDay }) => metByDay[day] ?? 0)),
  };
}

/** How many people the requester knows, from counters: as quick with a million as with one. */
async function getContactSummary(ctx: UserContext): Promise<ContactSummary> {
  if (!mayAs(ctx, 'contactCount', 'see')) return countHeld(ctx);
  let read = await readCounters(ctx);
  if (!read.counts[0]?.isCounted) {
    // The counting that starts after an upgrade has not reached this user yet.
    await countUser(ctx.db, ctx.account.id);
    read = await readCounters(ctx);
  }
  const [counts] = read.counts;
  if (!counts) throw new Error('The user has no counters.');
  const met = new Map(read.met.map(({ day, contacts: count }) => [day, count]));
  return {
    contacts: counts.contacts,
    leads: counts.leads,
    use: toUse(read.use[0]),
    metByDay: lastDays(ctx).map((day) => met.get(day) ?? 0),
  };
}

interface Counters {
  counts: { contacts: number; leads: number; isCounted: boolean }[];
  met: { day: string; contacts: number }[];
  use: ContactUse[];
}

const readCounters = (ctx: UserContext): Promise<Counters> =>
  readLists<Counters>(ctx, 'summary', {
    counts: sql`select contacts, leads, is_counted as "isCounted" from user_counts
      where ${whereCan(ctx, 'see', 'contactCount')}`,
    met: sql`select day, contacts from contact_days
      where ${whereCan(ctx, 'see', 'contactDay')} and day >= ${lastDays(ctx)[0]}`,
    use: selectUse(ctx, ctx.account.id),
  });

/** The people whom a member of a team holds: few enough to count. Their room is the team's. */
async function countHeld(ctx: UserContext): Promise<ContactSummary> {
  const [people, leads] = await Promise.all([
    ctx.db
      .select({ day: sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`, met: count() })
      .from(contacts)
      .where(whereCan(ctx, 'see', 'contact'))
      .groupBy(sql`1`),
    ctx.db.$count(leadCaptures, whereCan(ctx, 'see', 'lead')),
  ]);
  const met = new Map(people.map((row) => [row.day, row.met]));
  const all = people.reduce((sum, row) => sum + row.met, 0);
  const { peopleMax, bytesMax } = await readUse(ctx, ctx.account.id);
  return {
    contacts: all,
    leads,
    use: { people: all + leads, bytes: 0, peopleMax, bytesMax },
    metByDay: lastDays(ctx).map((day) => met.get(day) ?? 0),
  };
}
