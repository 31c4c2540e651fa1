import { and, asc, count, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { lockToCount } from '#server/access/locks.ts';
import { notFound, signedOut } from '#server/access/refusals.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { hashToken } from '#server/accounts/auth/session-tokens.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { pushSubscriptions } from '#server/db/schema/messages.ts';
import { deviceName } from '#server/infra/device-name.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { pushReach } from '#server/messages/notices/push-client.ts';
import { derivePublicKey } from '#server/messages/notices/vapid.ts';
import { AppError } from '#shared/contract/errors.ts';
import {
  type NewPushDevice,
  PUSH_DEVICES_MAX,
  type PushDevice,
  type PushState,
} from '#shared/messages/notices.ts';

/** The browsers that show an owner's notices, each as long as the session in which it was asked to. */

export async function getPushState(ctx: UserContext): Promise<PushState> {
  const here = await findSessionId(ctx);
  const rows = await ctx.db
    .select({ device: pushSubscriptions, userAgent: sessions.userAgent })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(whereCan(ctx, 'see', 'pushSubscription'))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
  return {
    publicKey: derivePublicKey(ctx.vapidKey),
    devices: rows.map(({ device, userAgent }) => toDevice(device, userAgent, here)),
  };
}

const toDevice = (
  { id, createdAt, sessionId, failures, goneAt }: typeof pushSubscriptions.$inferSelect,
  userAgent: string | null,
  here: string,
): PushDevice => ({
  id,
  device: deviceName(userAgent ?? ''),
  createdAt: createdAt.toISOString(),
  isHere: sessionId === here,
  isFailing: failures > 0,
  isGone: goneAt !== null,
});

async function findSessionId({ db, session }: UserContext): Promise<string> {
  const [found] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(session.token ?? '')));
  if (!found) throw signedOut();
  return found.id;
}

/** Throws 409 if as many other devices show the account's notices as may. */
async function requireRoomForDevice(ctx: UserContext, tx: Db, endpoint: string): Promise<void> {
  await lockToCount(tx, ctx.account.id);
  const [others] = await tx
    .select({ count: count() })
    .from(pushSubscriptions)
    .where(
      and(
        whereCan(ctx, 'see', 'pushSubscription'),
        ne(pushSubscriptions.endpoint, endpoint),
        isNull(pushSubscriptions.goneAt),
      ),
    );
  if ((others?.count ?? 0) >= PUSH_DEVICES_MAX) {
    throw new AppError(
      'conflict',
      `Notifications are on for ${PUSH_DEVICES_MAX} devices. Turn one off first.`,
    );
  }
}

/**
 * Adds this browser, or moves it here: a browser has one address, and whoever is signed in there gets the notices. An
 * address that we would never call is refused, and another account's without its keys, which only its browser knows.
 */
export async function addDevice(ctx: UserContext, { body }: { body: NewPushDevice }): Promise<PushDevice> {
  if (!pushReach(ctx.config, body.endpoint)) {
    const message = 'That is not the https address of a public push service.';
    throw new AppError('invalid', message, { fields: { endpoint: message } });
  }
  const sessionId = await findSessionId(ctx);
  const row = await ctx.db.transaction(async (tx) => {
    await requireRoomForDevice(ctx, tx, body.endpoint);
    // The address that this browser had before.
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.sessionId, sessionId), isNotNull(pushSubscriptions.goneAt)));
    const values = {
      ...stampNew(ctx, 'pushSubscription'),
      sessionId,
      endpoint: body.endpoint,
      p256dh: body.keys.p256dh.replace(/=+$/, ''),
      auth: body.keys.auth.replace(/=+$/, ''),
      isProven: false,
      failures: 0,
      goneAt: null,
      createdAt: ctx.now(),
    };
    const [added] = await tx
      .insert(pushSubscriptions)
      .values({ ...values, id: newId() })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: values,
        setWhere: or(
          whereCan(ctx, 'see', 'pushSubscription'),
          and(eq(pushSubscriptions.p256dh, values.p256dh), eq(pushSubscriptions.auth, values.auth)),
        ),
      })
      .returning();
    if (!added) {
      throw new AppError(
        'conflict',
        'Another browser uses this address. Turn notifications off in this browser, then on again.',
      );
    }
    return added;
  });
  return toDevice(row, ctx.requester.userAgent, sessionId);
}

export async function removeDevice(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const removed = await ctx.db
    .delete(pushSubscriptions)
    .where(and(whereCan(ctx, 'delete', 'pushSubscription'), eq(pushSubscriptions.id, params.id)));
  if (!removed.rowCount) throw notFound('device');
  return params;
}
