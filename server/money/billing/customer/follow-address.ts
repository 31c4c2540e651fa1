import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teams, users } from '#server/db/schema/users.ts';
import type { Addressee } from '#server/infra/billing-provider.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { addresseeOf, readPayer } from '../mails/payer.ts';

/** Keeps the address of a customer at the payment provider equal to that of the account, or of the owner of the team. */

/** Has the provider told of a changed or released address, or of another owner, if the transaction `tx` commits. */
export async function followAddress(
  app: Pick<AppContext, 'queue'>,
  tx: Db,
  userId: AccountId,
): Promise<void> {
  const owned = await tx
    .select({ id: users.id })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.id))
    .where(and(eq(teams.ownerId, userId), isNotNull(users.stripeCustomerId)));
  for (const { id } of [{ id: userId }, ...owned])
    await app.queue.send(tx, 'billing-address', { userId: id });
}

/** Tells the provider the address, and again if it changed meanwhile, so that two such jobs end with the newest. */
export async function bringAddress({ db, billing }: Pick<AppContext, 'db' | 'billing'>, userId: AccountId) {
  for (let told: Addressee | undefined; ; ) {
    const [account] = await db.select().from(users).where(eq(users.id, userId));
    const customerId = account?.stripeCustomerId;
    if (!account || !customerId || !billing.ownsCustomer(customerId)) return;
    const addressee = addresseeOf(await readPayer(db, account));
    if (isDeepStrictEqual(addressee, told)) return;
    await billing.setAddressee(customerId, addressee);
    told = addressee;
  }
}
