import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { defineJob } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';

export const endJob = defineJob('billing-end', z.object({ customerId: z.string() }));

/**
 * Has the provider delete a user's customer if the transaction `db` commits. The customer, not only the subscription we
 * know of: a checkout may have been paid a moment ago or be open in another tab, and nobody could cancel it later.
 */
export async function endCustomer(
  app: Pick<AppContext, 'queue' | 'billing'>,
  db: Db,
  { stripeCustomerId }: UserRow,
): Promise<void> {
  if (!stripeCustomerId || !app.billing.ownsCustomer(stripeCustomerId)) return;
  await app.queue.send(db, endJob, { customerId: stripeCustomerId }, { key: stripeCustomerId });
}
