import { and, count, gte, sql } from 'drizzle-orm';
import { mayAs } from '#server/access/rules.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { countUser } from '#server/db/count-existing.ts';
import { contactDays, userCounts } from '#server/db/schema/counters.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { readEach } from '#server/infra/http/across-accounts.ts';
import { readUse } from '#server/people/contacts/room.ts';
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
  const counts = await readCounts(ctx);
  const days = lastDays(ctx);
  const rows = await ctx.db
    .select({ day: contactDays.day, contacts: contactDays.contacts })
    .from(contactDays)
    .where(and(whereCan(ctx, 'see', 'contactDay'), gte(contactDays.day, days[0] ?? '')));
  const met = new Map(rows.map(({ day, contacts: count }) => [day, count]));
  const use = await readUse(ctx, ctx.account.id);
  return {
    contacts: counts.contacts,
    leads: counts.leads,
    use,
    metByDay: days.map((day) => met.get(day) ?? 0),
  };
}

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

async function readCounts(ctx: UserContext): Promise<{ contacts: number; leads: number }> {
  const read = () =>
    ctx.db
      .select()
      .from(userCounts)
      .where(whereCan(ctx, 'see', 'contactCount'));
  const [counts] = await read();
  if (counts?.isCounted) return counts;
  // The counting that starts after an upgrade has not reached this user yet.
  await countUser(ctx.db, ctx.account.id);
  const [counted] = await read();
  if (!counted) throw new Error('The user has no counters.');
  return counted;
}
