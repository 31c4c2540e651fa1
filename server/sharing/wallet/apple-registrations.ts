import { and, asc, count, eq, inArray, max, notExists, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { appleDevices, applePasses, appleRegistrations } from '#server/db/schema/sharing.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Which devices have which passes. */

export const DEVICES_MAX = 10_000;
/** Passes that one answer lists. */
const LISTED_MAX = 1_000;
const FORGOTTEN_AT_ONCE = 1_000;

interface Registration {
  deviceId: string;
  serial: string;
}

export const isRegistration = ({ deviceId, serial }: Registration) =>
  and(eq(appleRegistrations.deviceId, deviceId), eq(appleRegistrations.serial, serial));

/** In whole seconds, as in the header Last-Modified. */
export const toSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000);

/** Registers a device for a pass of this card; returns whether it is new. Throws 403 beyond `DEVICES_MAX` devices. */
export function registerForUpdates(
  { db }: Pick<AppContext, 'db'>,
  { deviceId, serial }: Registration,
  pushToken: string,
  card: { id: string; updatedAt: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locks the pass, so that registrations are counted one after the other, and it is not forgotten meanwhile.
    await tx
      .insert(applePasses)
      .values({ serial, cardId: card.id, modifiedAt: toSecond(card.updatedAt) })
      .onConflictDoUpdate({ target: applePasses.serial, set: { cardId: card.id } });
    const known = await tx
      .select({ deviceId: appleRegistrations.deviceId })
      .from(appleRegistrations)
      .where(isRegistration({ deviceId, serial }));
    if (known.length === 0) {
      const [devices] = await tx
        .select({ count: count() })
        .from(appleRegistrations)
        .where(eq(appleRegistrations.serial, serial));
      if ((devices?.count ?? 0) >= DEVICES_MAX) {
        throw new AppError('forbidden', 'This pass is already on as many devices as we can update.');
      }
    }
    await tx
      .insert(appleDevices)
      .values({ id: deviceId, pushToken })
      .onConflictDoUpdate({ target: appleDevices.id, set: { pushToken } });
    await tx.insert(appleRegistrations).values({ deviceId, serial }).onConflictDoNothing();
    return known.length === 0;
  });
}

export async function endRegistration(
  { db }: Pick<AppContext, 'db'>,
  registration: Registration,
  cardId: string,
) {
  const isDevice = eq(appleDevices.id, registration.deviceId);
  await db.transaction(async (tx) => {
    // Locked first: the device may be registering for another pass.
    await tx.select().from(appleDevices).where(isDevice).for('update');
    await tx.delete(appleRegistrations).where(isRegistration(registration));
    const others = tx
      .select({ one: sql`1` })
      .from(appleRegistrations)
      .where(eq(appleRegistrations.deviceId, registration.deviceId));
    await tx.delete(appleDevices).where(and(isDevice, notExists(others)));
  });
  await forgetUnused(db, cardId);
}

/** Forgets a card's passes that no device has any more. */
export const forgetUnused = (db: Db, cardId: string): Promise<void> =>
  db.transaction(async (tx) => {
    // Locked first: a device that registers meanwhile waits, and one that has registered is seen below.
    await tx
      .select()
      .from(applePasses)
      .where(eq(applePasses.cardId, cardId))
      .orderBy(applePasses.serial)
      .for('update');
    await tx
      .delete(applePasses)
      .where(
        and(
          eq(applePasses.cardId, cardId),
          notExists(
            tx
              .select({ one: sql`1` })
              .from(appleRegistrations)
              .where(eq(appleRegistrations.serial, applePasses.serial)),
          ),
        ),
      );
  });

/** Forgets devices whose passes have all gone with their cards. */
export async function forgetIdleDevices({ db }: Pick<AppContext, 'db'>): Promise<void> {
  const isIdle = notExists(
    db
      .select({ one: sql`1` })
      .from(appleRegistrations)
      .where(eq(appleRegistrations.deviceId, appleDevices.id)),
  );
  for (let isMore = true; isMore; ) {
    isMore = await db.transaction(async (tx) => {
      // Locked first, as in `endRegistration`; one that is registering just now is left out.
      const idle = await tx
        .select({ id: appleDevices.id })
        .from(appleDevices)
        .where(isIdle)
        .limit(FORGOTTEN_AT_ONCE)
        .for('update', { skipLocked: true });
      if (idle.length === 0) return false;
      const ids = idle.map(({ id }) => id);
      await tx.delete(appleDevices).where(and(inArray(appleDevices.id, ids), isIdle));
      return idle.length === FORGOTTEN_AT_ONCE;
    });
  }
}

/** The device's passes that have changed since `tag`, and the tag to ask with next time; null if there are none. */
export function listChanged(
  { db }: Pick<AppContext, 'db'>,
  deviceId: string,
  tag: number,
): Promise<{ serialNumbers: string[]; lastUpdated: string } | null> {
  return db.transaction(async (tx) => {
    const passes = await tx
      .select({ serial: applePasses.serial, tag: applePasses.tag })
      .from(applePasses)
      .innerJoin(appleRegistrations, eq(appleRegistrations.serial, applePasses.serial))
      .where(eq(appleRegistrations.deviceId, deviceId))
      .orderBy(asc(applePasses.serial))
      .limit(LISTED_MAX)
      // A change that is being saved is waited for: it has a tag already, which must not be left out.
      .for('share', { of: applePasses });
    const changed = passes.filter((pass) => pass.tag > tag);
    if (changed.length === 0) return null;
    return {
      serialNumbers: changed.map(({ serial }) => serial),
      lastUpdated: String(Math.max(...changed.map((pass) => pass.tag))),
    };
  });
}

/** Notes that a device asked for the pass; at most once a second. */
export async function noteFetch({ db, now }: Pick<AppContext, 'db' | 'now'>, serial: string): Promise<void> {
  const isOlder = sql`coalesce(${applePasses.fetchedAt}, '-infinity') < ${toSecond(now()).toISOString()}::timestamptz`;
  await db
    .update(applePasses)
    .set({ fetchedAt: now() })
    .where(and(eq(applePasses.serial, serial), isOlder));
}

/** On how many devices the passes of a card are, and when one last asked for its pass. */
export async function countUsage(
  { db }: Pick<AppContext, 'db'>,
  { own, visitors }: { own: string; visitors: string },
): Promise<{ own: number; visitors: number; fetchedAt: Date | null }> {
  const rows = await db
    .select({
      serial: applePasses.serial,
      devices: count(appleRegistrations.deviceId),
      fetchedAt: max(applePasses.fetchedAt),
    })
    .from(applePasses)
    .leftJoin(appleRegistrations, eq(appleRegistrations.serial, applePasses.serial))
    .where(sql`${applePasses.serial} in (${own}, ${visitors})`)
    .groupBy(applePasses.serial);
  const devicesOf = (serial: string) => rows.find((row) => row.serial === serial)?.devices ?? 0;
  const times = rows.flatMap(({ fetchedAt }) => fetchedAt?.getTime() ?? []);
  return {
    own: devicesOf(own),
    visitors: devicesOf(visitors),
    fetchedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  };
}
