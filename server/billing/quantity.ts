import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { subscriptions } from '#server/db/billing-schema.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema.ts';
import { defineJob } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';

/** The subscription's quantity is the number of cards: a job that belongs to the change of cards brings it to the provider. */

export const quantityJob = defineJob('billing-quantity', z.object({ userId: z.string() }));

/** Has the provider told how many cards there are, once the transaction `db` commits; nothing to tell without a subscription. */
export async function followCardCount(app: Pick<AppContext, 'queue'>, db: Db, userId: string): Promise<void> {
  const [found] = await db
    .select({ id: users.stripeSubscriptionId, status: subscriptions.status })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, userId));
  if (found?.id) await app.queue.send(db, quantityJob, { userId });
}
