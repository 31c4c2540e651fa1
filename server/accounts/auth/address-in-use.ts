import { eq } from 'drizzle-orm';
import type { VisitorContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import type { Db } from '#server/db/open.ts';
import { persons } from '#server/db/schema/users.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Refusals that tell that an address has an account. */

const ADDRESS_IN_USE = 'There’s already an account with this email address. Sign in instead.';

async function isAddressUsed(db: Db, email: string): Promise<boolean> {
  return (await db.$count(persons, eq(foldCase(persons.email), foldCase(email)))) > 0;
}

/** Throws 409 if the address has an account: at most ten times an hour and network address, then 429. */
export async function refuseAddressInUse(ctx: VisitorContext, email: string): Promise<void> {
  if (!(await isAddressUsed(ctx.db, email))) return;
  await ctx.limits.take('addressInUse', subscriberOf(ctx.requester.address));
  throw new AppError('conflict', ADDRESS_IN_USE, { fields: { email: ADDRESS_IN_USE } });
}

/** Rethrows why a registration was refused, and names the address if it is in use, whatever else is. */
export async function refuseRegistration(
  ctx: VisitorContext,
  email: string,
  refusal: unknown,
): Promise<never> {
  if (!(refusal instanceof AppError) || refusal.code !== 'conflict') throw refusal;
  await refuseAddressInUse(ctx, email).catch((used: unknown) => {
    if (!(used instanceof AppError) || used.code !== 'conflict') throw used;
    throw new AppError('conflict', used.message, { fields: { ...refusal.fields, ...used.fields } });
  });
  throw refusal;
}
