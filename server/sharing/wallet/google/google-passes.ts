import { createHash } from 'node:crypto';
import { and, eq, isNull, not } from 'drizzle-orm';
import { isGoing, isPublic } from '#server/access/visibility.ts';
import type { FoundCard } from '#server/cards/cards/read-card.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { googlePasses } from '#server/db/schema/sharing.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { PermanentFailure } from '#server/infra/queue/define-job.ts';
import { isRetried } from '#server/infra/queue/waiting-jobs.ts';
import { GoogleAway, GoogleRefusal } from '#server/sharing/wallet/google/google-away.ts';
import {
  composeEmptyObject,
  composeGoogleObject,
  objectIdOf,
  passIdOf,
} from '#server/sharing/wallet/google/google-object.ts';
import type { GoogleWallet } from '#server/sharing/wallet/google/google-wallet.ts';
import { z } from '#shared/contract/zod.ts';
import { HOUR_MS } from '#shared/formats/time.ts';

/** Cards whose owner chose Google Wallet: Google has them, and is told of every change (docs/decisions/200). */

const EXPIRED = 'EXPIRED';
/** How long an owner waits for Google before the short link is handed out instead. */
const PRESS_MS = 6_000;
/** The job follows the press, in case the process ends in between. */
const FOLLOW_MS = 30_000;
const CHECKED_AT_ONCE = 1_000;
const FIRST_WAIT_MS = 5_000;

export const googlePass = z.object({
  cardId: z.string(),
  /** How often Google has put it off. */
  tries: z.number().int().nonnegative().optional(),
});
type Pass = z.output<typeof googlePass>;

type Row = typeof googlePasses.$inferSelect;

const pageOf = ({ config }: Pick<AppContext, 'config'>, cardId: string) =>
  `${originOf(config)}/card/${cardId}`;

const findRow = async (db: Db, cardId: string): Promise<Row | undefined> =>
  (await db.select().from(googlePasses).where(eq(googlePasses.cardId, cardId)))[0];

/** True if Google has the card under the id that links name. */
const isThere = ({ issuerId }: GoogleWallet, row: Row | undefined, card: FoundCard['card']): boolean =>
  row?.objectId === objectIdOf(issuerId, passIdOf(card));

/** The object of a card: expired while its page is not public. */
export const composeObject = (
  app: Pick<AppContext, 'config'>,
  { card, owner }: FoundCard,
  issuerId: string | null,
) => composeGoogleObject(card, pageOf(app, card.id), issuerId, isPublic(card, owner) ? 'ACTIVE' : EXPIRED);

/**
 * The save link of an owner, who chooses Google Wallet by asking for it: Google is given the card before the link names
 * it, or the link contains the card if Google cannot be reached.
 */
export async function chooseGoogle(app: AppContext, google: GoogleWallet, found: FoundCard): Promise<string> {
  const { id: cardId } = found.card;
  await app.db.transaction(async (tx) => {
    const chosen = await tx.insert(googlePasses).values({ cardId }).onConflictDoNothing().returning();
    if (chosen.length === 0) return;
    const startAfter = new Date(app.now().getTime() + FOLLOW_MS);
    await app.queue.send(tx, 'google-pass', { cardId }, { startAfter });
  });
  try {
    await putCard(app, google, found, AbortSignal.timeout(PRESS_MS));
  } catch (error) {
    if (!(error instanceof GoogleAway) && !(error instanceof GoogleRefusal)) throw error;
    app.log.warn({ cardId, error: error.message }, 'Google Wallet did not take a card');
  }
  return makeSaveLink(app, google, found);
}

/** The save link of a card, as a visitor is given it: calls nobody. */
export async function makeSaveLink(app: AppContext, google: GoogleWallet, found: FoundCard): Promise<string> {
  const { card, versions } = found;
  const link = pageOf(app, card.id);
  const row = await findRow(app.db, card.id);
  if (isThere(google, row, card)) return google.linkTo(link, passIdOf(card));
  const version = `${versions.get(`card:${card.id}`)} ${card.brand?.version}`;
  return google.linkWith(link, card, { version, isFollowed: row !== undefined });
}

async function putCard(app: AppContext, google: GoogleWallet, found: FoundCard, signal?: AbortSignal) {
  const object = composeObject(app, found, google.issuerId);
  const put = createHash('sha256').update(JSON.stringify(object)).digest('base64url');
  const row = await findRow(app.db, found.card.id);
  if (!row || (row.put === put && isThere(google, row, found.card))) return;
  await google.put(object, { isKnown: isThere(google, row, found.card), ...(signal ? { signal } : {}) });
  await notePass(app, found.card.id, { objectId: object.id, put });
}

const notePass = (app: AppContext, cardId: string, now: Pick<Row, 'objectId' | 'put'>) =>
  app.db
    .update(googlePasses)
    .set({ ...now, putAt: app.now() })
    .where(eq(googlePasses.cardId, cardId));

/** Adds the job for a card that Google has; to be called in the transaction that changes it. */
export async function tellGoogle(app: Pick<AppContext, 'queue'>, tx: Db, cardId: string): Promise<void> {
  if (await findRow(tx, cardId)) await app.queue.send(tx, 'google-pass', { cardId });
}

/** Makes what Google has of a card what it should have. */
export async function followPass(app: AppContext, pass: Pass): Promise<void> {
  const { google } = app;
  const row = await findRow(app.db, pass.cardId);
  if (!google || !row) return;
  try {
    await bringUpToDate(app, google, row);
  } catch (error) {
    if (error instanceof GoogleRefusal) throw new PermanentFailure(error.message);
    if (!(error instanceof GoogleAway)) throw error;
    await retryLater(app, pass, error);
  }
}

/** However many edits there are while Google is away, one job for each card goes on trying. */
async function retryLater(app: AppContext, { cardId, tries = 0 }: Pass, away: GoogleAway): Promise<void> {
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 20), HOUR_MS);
  const waitMs = away.waitMs === null ? null : Math.max(away.waitMs, backoff);
  const isNew = await app.db.transaction(async (tx) => {
    await tx.select().from(googlePasses).where(eq(googlePasses.cardId, cardId)).for('update');
    if (await isRetried(tx, 'google-pass', { cardId })) return false;
    // The queue has waits of its own.
    if (waitMs === null) throw away;
    const startAfter = new Date(app.now().getTime() + waitMs);
    await app.queue.send(tx, 'google-pass', { cardId, tries: tries + 1 }, { startAfter });
    return true;
  });
  if (isNew) app.log.warn({ cardId, error: away.message, waitMs }, 'Google Wallet took no change of a card');
}

async function bringUpToDate(app: AppContext, google: GoogleWallet, row: Row): Promise<void> {
  const { cardId } = row;
  const found = await app.readCard(cardId);
  if (found && row.objectId && !isThere(google, row, found.card)) {
    // Of whoever held it before.
    await google.patch(composeEmptyObject(row.objectId, found.owner.fullName));
    await notePass(app, cardId, { objectId: null, put: null });
    return bringUpToDate(app, google, { ...row, objectId: null, put: null });
  }
  if (found && isPublic(found.card, found.owner)) return putCard(app, google, found);
  const isStill = and(eq(businessCards.id, cardId), not(isGoing()));
  const isErased = !found && (await app.db.$count(businessCards, isStill)) === 0;
  if (isErased) {
    await google.patch(composeEmptyObject(row.objectId ?? objectIdOf(google.issuerId, cardId)));
    await app.db.delete(googlePasses).where(eq(googlePasses.cardId, cardId));
    return;
  }
  if (row.put === EXPIRED) return;
  const id = row.objectId ?? objectIdOf(google.issuerId, found ? passIdOf(found.card) : cardId);
  const isExpired = await google.patch({ id, state: EXPIRED });
  await notePass(app, cardId, { objectId: isExpired ? id : null, put: EXPIRED });
}

/** Finds what remains at Google of cards that were erased. */
export async function checkErased(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const rows = await app.db
    .select({ cardId: googlePasses.cardId })
    .from(googlePasses)
    .leftJoin(businessCards, eq(businessCards.id, googlePasses.cardId))
    .where(isNull(businessCards.id))
    .limit(CHECKED_AT_ONCE);
  for (const { cardId } of rows) {
    if (stopping?.aborted) return;
    await app.queue.send(app.db, 'google-pass', { cardId });
  }
}
