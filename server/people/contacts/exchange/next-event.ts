import { and, gt } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { metEvents } from '#server/db/schema/people.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** The event at which someone is now, or the next to end. */
export async function findNextEvent({ db, now }: Pick<AppContext, 'db' | 'now'>, userId: AccountId) {
  const { name, startsAt, endsAt } = metEvents;
  const [event] = await db
    .select({ name, startsAt, endsAt })
    .from(metEvents)
    .where(and(whereCan(systemFor(userId), 'edit', 'metEvent'), gt(endsAt, now())))
    .orderBy(endsAt)
    .limit(1);
  return event ?? null;
}
