import { createHmac } from 'node:crypto';
import { and, eq, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { AppContext, UserContext } from '#server/context.ts';
import { deleteInSteps, doInSteps } from '#server/db/delete-in-steps.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { mediaNetworkDays, mediaReservations } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { claimedText } from '#server/money/billing/quantity.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { inMegabytes } from '#shared/cards/media-rules.ts';
import { MEDIA_BYTES_MAX, NETWORK_BYTES_A_DAY } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS, formatUtcDay } from '#shared/formats/time.ts';
import { hasPaid } from '#shared/money/subscription.ts';

/** Space per account: bytes are reserved in the account's row before anything is written, and released on failure. */

/** The account that a file counts against. */
export interface QuotaHolder {
  userId: AccountId;
  /** The space reserved for the upload; null when there is none. */
  reservationId: string | null;
}

/** Far longer than an upload takes. */
const RESERVATION_MS = 60 * 60 * 1000;

/** A one-way hash: where someone uploads from must not be recoverable. */
const networkOf = ({ secret, requester }: UserContext): string =>
  createHmac('sha256', secret)
    .update(`media network ${subscriberOf(requester.address)}`)
    .digest('base64url');

const accountFull = (left: number, max: number) =>
  new AppError(
    'too_large',
    `This needs more space than you have left: ${inMegabytes(Math.max(0, left))} of ${inMegabytes(max)}. Photos and videos you remove from your cards free up space within a day.`,
  );

const networkFull = (now: Date) =>
  new AppError(
    'too_many_requests',
    'This network reached its upload limit for today. Please try again tomorrow.',
    {
      retryAfter: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000),
    },
  );

/**
 * Reserves `bytes` of the account's remaining space in one statement, so that concurrent uploads cannot exceed the
 * limit together; throws when there is not enough space. Returns the reservation's id.
 */
export const reserveSpace = (ctx: UserContext, bytes: number): Promise<string> =>
  reserveFor(ctx, ctx.account.id, bytes, countedNetwork(ctx));

async function reserveFor(
  app: AppContext,
  userId: AccountId,
  bytes: number,
  network: string | null,
): Promise<string> {
  const now = app.now();
  const id = newId();
  await app.db.transaction(async (tx) => {
    await takeRoom(tx, userId, bytes);
    if (network) await countInNetwork(tx, network, bytes, now);
    const expiresAt = new Date(now.getTime() + RESERVATION_MS);
    await tx
      .insert(mediaReservations)
      .values({ id, userId, bytes, network, day: formatUtcDay(now), expiresAt });
  });
  return id;
}

/** Null for who has paid: only what unpaid accounts add is counted. */
const countedNetwork = (ctx: UserContext): string | null =>
  ctx.config.hasRateLimits && !hasPaid(ctx.account, ctx.now()) ? networkOf(ctx) : null;

/** Counts bytes against what unpaid accounts may add from the requester's network address in a day, for good. */
export async function countFromNetwork(ctx: UserContext, bytes: number): Promise<void> {
  const network = countedNetwork(ctx);
  if (network) await countInNetwork(ctx.db, network, bytes, ctx.now());
}

async function countInNetwork(db: Db, network: string, bytes: number, now: Date): Promise<void> {
  const counted = await db
    .insert(mediaNetworkDays)
    .values({ network, day: formatUtcDay(now), bytes })
    .onConflictDoUpdate({
      target: [mediaNetworkDays.network, mediaNetworkDays.day],
      set: { bytes: sql`${mediaNetworkDays.bytes} + ${bytes}` },
      setWhere: sql`${mediaNetworkDays.bytes} + ${bytes} <= ${NETWORK_BYTES_A_DAY}`,
    })
    .returning({ bytes: mediaNetworkDays.bytes });
  if (counted.length === 0) throw networkFull(now);
}

/** Reserves space for what `store` keeps, and releases what it did not need. */
export async function withRoom<Value>(
  ctx: UserContext,
  bytes: number,
  store: (holder: QuotaHolder) => Promise<Value>,
): Promise<Value> {
  return holdReservation(
    ctx,
    { userId: ctx.account.id, reservationId: await reserveSpace(ctx, bytes) },
    store,
  );
}

/** Likewise for a job, which has no requester: for what was uploaded earlier, and counted then. */
export async function withRoomOf<Value>(
  app: AppContext,
  userId: AccountId,
  bytes: number,
  store: (holder: QuotaHolder) => Promise<Value>,
): Promise<Value> {
  return holdReservation(app, { userId, reservationId: await reserveFor(app, userId, bytes, null) }, store);
}

async function holdReservation<Value>(
  app: AppContext,
  holder: QuotaHolder & { reservationId: string },
  store: (holder: QuotaHolder) => Promise<Value>,
): Promise<Value> {
  try {
    return await store(holder);
  } finally {
    await giveBack(app, holder.reservationId);
  }
}

/** The bytes that an account may keep: a team as many as a person, and as many again for each card that somebody holds. */
const bytesMax = sql<number>`(${MEDIA_BYTES_MAX}::bigint
  * (1 + case when users.kind = 'team' then ${sql.raw(claimedText('users'))} else 0 end))`.mapWith(Number);

/** Counts `bytes` against the account's limit; if they do not fit, throws with the space that is left. */
export async function takeRoom(db: Db, userId: AccountId, bytes: number): Promise<void> {
  const after = sql`${users.mediaBytes} + ${bytes}`;
  const taken = await db
    .update(users)
    .set({ mediaBytes: after })
    .where(and(eq(users.id, userId), sql`${after} <= ${bytesMax}`))
    .returning({ id: users.id });
  if (taken.length > 0) return;
  const [user] = await db
    .select({ used: users.mediaBytes, max: bytesMax })
    .from(users)
    .where(eq(users.id, userId));
  const { used, max } = user ?? { used: 0, max: 0 };
  throw accountFull(max - used, max);
}

/** Counts what has just been stored, first against the reservation, then on top. Run inside a transaction. */
export async function settleReservation(
  db: Db,
  { userId, reservationId }: QuotaHolder,
  bytes: number,
): Promise<void> {
  const [reserved] = reservationId
    ? await db
        .select({ bytes: mediaReservations.bytes })
        .from(mediaReservations)
        .where(eq(mediaReservations.id, reservationId))
        .for('update')
    : [];
  const covered = Math.min(reserved?.bytes ?? 0, bytes);
  if (reservationId && covered > 0) {
    await db
      .update(mediaReservations)
      .set({ bytes: sql`${mediaReservations.bytes} - ${covered}` })
      .where(eq(mediaReservations.id, reservationId));
  }
  if (bytes > covered) {
    await db
      .update(users)
      .set({ mediaBytes: sql`${users.mediaBytes} + ${bytes - covered}` })
      .where(eq(users.id, userId));
  }
}

/** Releases what is left of a reservation; does nothing if it is already gone. */
export async function giveBack(app: AppContext, reservationId: string): Promise<void> {
  await app.db.execute(giveBackWhere(sql`id = ${reservationId}`)).catch((error: unknown) => {
    // It expires within the hour; the sweep then releases it.
    app.log.warn({ error: error instanceof Error ? error.name : '' }, 'A reservation was not given back');
  });
}

/** Releases what processes that were killed during an upload had reserved, and deletes the records of past days. */
export async function giveBackExpired(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const now = app.now();
  const { expiresAt } = mediaReservations;
  await doInSteps(app.db, expiresAt, lte(expiresAt, now), (tx, isNext) => tx.execute(giveBackWhere(isNext)), {
    rows: GIVEN_BACK_AT_ONCE,
    stopping,
  });
  const { day } = mediaNetworkDays;
  await deleteInSteps(app.db, day, lt(day, formatUtcDay(new Date(now.getTime() - DAY_MS))), { stopping });
}

/** Their owners wait meanwhile. */
const GIVEN_BACK_AT_ONCE = 100;

const giveBackWhere = (which: SQL | undefined) => sql`
  with gone as (
    delete from media_reservations where ${which} returning user_id, bytes, network, day
  ), days as (
    update media_network_days set bytes = media_network_days.bytes - sums.bytes
    from (select network, day, sum(bytes) as bytes from gone where network is not null group by network, day) sums
    where media_network_days.network = sums.network and media_network_days.day = sums.day
  )
  update users set media_bytes = users.media_bytes - sums.bytes
  from (select user_id, sum(bytes) as bytes from gone group by user_id) sums
  where users.id = sums.user_id`;
