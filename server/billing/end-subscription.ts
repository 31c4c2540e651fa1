import type { App, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { defineJob } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';

export const endJob = defineJob('billing-end', z.object({ subscriptionId: z.string() }));

/** Has the provider end a user's subscription at once, if there is one and the transaction `db` commits. */
export async function endSubscription(
  app: Pick<App, 'queue' | 'billing'>,
  db: Db,
  { stripeCustomerId, stripeSubscriptionId }: UserRow,
): Promise<void> {
  if (!stripeSubscriptionId || !stripeCustomerId || !app.billing.ownsCustomer(stripeCustomerId)) return;
  await app.queue.send(db, endJob, { subscriptionId: stripeSubscriptionId }, { key: stripeSubscriptionId });
}
