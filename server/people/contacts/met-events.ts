import { and, eq, gt, lte } from 'drizzle-orm';
import { lockToCount } from '#server/access/locks.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { metEvents } from '#server/db/schema/people.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { EVENT_DAYS_MAX, type MetEvent, type newMetEvent } from '#shared/people/contact-book.ts';

/** Where an owner meets people for a while: what arrives meanwhile carries it (`add-statement.ts`). */

interface Current {
  event: MetEvent | null;
}

const isCurrent = (ctx: UserContext) =>
  and(whereCan(ctx, 'edit', 'metEvent'), lte(metEvents.startsAt, ctx.now()), gt(metEvents.endsAt, ctx.now()));

export async function getEvent(ctx: UserContext): Promise<Current> {
  const [row] = await ctx.db.select().from(metEvents).where(isCurrent(ctx)).limit(1);
  return { event: row ? { ...row, endsAt: row.endsAt.toISOString() } : null };
}

/** Starting the current event again only gives it another end; starting another one ends it. */
export async function startEvent(
  ctx: UserContext,
  { body }: { body: z.output<typeof newMetEvent> },
): Promise<Current> {
  const now = ctx.now();
  const endsAt = new Date(body.endsAt);
  if (endsAt <= now || endsAt.getTime() > now.getTime() + EVENT_DAYS_MAX * DAY_MS) {
    const message = `Choose an end within the next ${EVENT_DAYS_MAX} days.`;
    throw new AppError('invalid', message, { fields: { endsAt: message } });
  }
  const { name, place = null } = body;
  const current = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    // No two events are at the same time.
    await lockToCount(tx, ctx.account.id);
    const [same] = await tx
      .update(metEvents)
      .set({ endsAt, place })
      .where(and(isCurrent(ctx), eq(metEvents.name, name)))
      .returning();
    if (!same) {
      await endNow(inside);
      await tx
        .insert(metEvents)
        .values({ id: newId(), ...stampNew(ctx, 'metEvent'), name, place, startsAt: now, endsAt });
    }
    return getEvent(inside);
  });
  forgetReceiver(ctx);
  return current;
}

/** The next contact is made searchable with the event's name, or without it. */
const forgetReceiver = ({ submissions, account }: UserContext): void =>
  submissions.invalidate(`user:${account.id}`);

export async function endEvent(ctx: UserContext): Promise<Current> {
  await endNow(ctx);
  forgetReceiver(ctx);
  return { event: null };
}

const endNow = (ctx: UserContext) =>
  ctx.db.update(metEvents).set({ endsAt: ctx.now() }).where(isCurrent(ctx));
