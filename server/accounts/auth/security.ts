import { and, desc, gt, isNotNull } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { passkeys, recoveryCodes, rememberedDevices, twoStep } from '#server/db/schema/accounts.ts';
import type { Passkey, Security } from '#shared/accounts/identity.ts';

type PasskeyRow = typeof passkeys.$inferSelect;

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.isBackedUp,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** How the requester can sign in and prove who they are. */
export async function getSecurity(ctx: UserContext): Promise<Security> {
  const keys = await ctx.db
    .select()
    .from(passkeys)
    .where(whereCan(ctx, 'see', 'passkey'))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
  const [codes] = await ctx.db
    .select({ confirmedAt: twoStep.confirmedAt })
    .from(twoStep)
    .where(and(whereCan(ctx, 'see', 'twoStep'), isNotNull(twoStep.confirmedAt)));
  const left = codes ? await ctx.db.$count(recoveryCodes, whereCan(ctx, 'see', 'recoveryCode')) : 0;
  const remembered = and(
    whereCan(ctx, 'see', 'rememberedDevice'),
    gt(rememberedDevices.expiresAt, ctx.now()),
  );
  return {
    hasPassword: ctx.user.password !== null,
    twoStep: {
      onSince: codes?.confirmedAt?.toISOString() ?? null,
      recoveryCodesLeft: left,
      rememberedDevices: codes ? await ctx.db.$count(rememberedDevices, remembered) : 0,
    },
    passkeys: keys.map(toPasskey),
  };
}
