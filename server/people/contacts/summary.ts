import { and, gte } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { countUser } from '#server/db/count-existing.ts';
import { contactDays, userCounts } from '#server/db/schema/counters.ts';
import { readUse } from '#server/people/contacts/room.ts';
import { DAY_MS, formatUtcDay } from '#shared/formats/time.ts';
import type { ContactSummary } from '#shared/people/contacts.ts';

const DAYS = 30;
/** How many people the requester knows, from counters: as quick with a million as with one. */
export async function getContactSummary(ctx: UserContext): Promise<ContactSummary> {
  const { contacts, leads } = await readCounts(ctx);
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(ctx.now().getTime() - (DAYS - 1 - index) * DAY_MS);
    return formatUtcDay(day);
  });
  const rows = await ctx.db
    .select({ day: contactDays.day, contacts: contactDays.contacts })
    .from(contactDays)
    .where(and(whereCan(ctx, 'see', 'contactDay'), gte(contactDays.day, days[0] ?? '')));
  const met = new Map(rows.map(({ day, contacts: count }) => [day, count]));
  const use = await readUse(ctx, ctx.account.id);
  return { contacts, leads, use, metByDay: days.map((day) => met.get(day) ?? 0) };
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
