import { randomBytes } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { hashToken } from '#server/accounts/auth/session-tokens.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import type { Db } from '#server/db/open.ts';
import { rememberedDevices } from '#server/db/schema/accounts.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { REMEMBERED_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** Browsers that need no code, because someone gave one there and asked for it. Their cookie replaces no password. */

const TOKEN_PATTERN = /^[\w-]{43}$/;

export async function isRemembered(ctx: VisitorContext, tx: Db, userId: AccountId): Promise<boolean> {
  const token = ctx.cookies.get('device');
  if (!token || !TOKEN_PATTERN.test(token)) return false;
  const [found] = await tx
    .select({ userId: rememberedDevices.userId })
    .from(rememberedDevices)
    .where(
      and(
        whereCan(systemFor(userId), 'see', 'rememberedDevice'),
        eq(rememberedDevices.tokenHash, hashToken(token)),
        gt(rememberedDevices.expiresAt, ctx.now()),
      ),
    );
  return found !== undefined;
}

/** Under a new token each time, so that a planted one is never trusted; other accounts here are asked again. */
export async function rememberDevice(ctx: VisitorContext, tx: Db, userId: AccountId): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.now().getTime() + REMEMBERED_DAYS * DAY_MS);
  await tx
    .insert(rememberedDevices)
    .values({ userId, tokenHash: hashToken(token), createdAt: ctx.now(), expiresAt });
  ctx.cookies.set('device', token, REMEMBERED_DAYS * DAY_MS);
}

/** Asks for codes again everywhere. */
export async function forgetDevices(tx: Db, userId: AccountId): Promise<void> {
  await tx.delete(rememberedDevices).where(whereCan(systemFor(userId), 'delete', 'rememberedDevice'));
}

export async function deleteExpiredDevices(
  app: Pick<AppContext, 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  const { expiresAt } = rememberedDevices;
  await deleteInSteps(app.db, expiresAt, lte(expiresAt, app.now()), { stopping });
}
