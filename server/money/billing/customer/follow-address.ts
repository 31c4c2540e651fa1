import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** Keeps the address of a customer at the payment provider equal to that of the account. */

/** Has the provider told of a changed or released address if the transaction `tx` commits. */
export async function followAddress(
  app: Pick<AppContext, 'queue'>,
  tx: Db,
  userId: AccountId,
): Promise<void> {
  await app.queue.send(tx, 'billing-address', { userId });
}

/** Tells the provider the address, and again if it changed meanwhile, so that two such jobs end with the newest. */
export async function bringAddress({ db, billing }: Pick<AppContext, 'db' | 'billing'>, userId: AccountId) {
  for (let told: string | null | undefined; ; ) {
    const [user] = await db
      .select({ email: users.email, customerId: users.stripeCustomerId })
      .from(users)
      .where(eq(users.id, userId));
    if (!user?.customerId || !billing.ownsCustomer(user.customerId) || user.email === told) return;
    await billing.setEmail(user.customerId, user.email);
    told = user.email;
  }
}
