import { and, asc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import type { Db } from '#server/db/open.ts';
import { textMessages, textNumbers } from '#server/db/schema/messages.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { isPublicHost } from '#server/infra/public-address.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import { textBodyOf } from '#shared/messages/text-message.ts';
import {
  type Claim,
  claimText,
  isUnused,
  releaseText,
  settleText,
  type TextRow,
  WAIT_MAX_MS,
  waitUntil,
} from './claim-text.ts';
import {
  NoProviderAnswer,
  ProviderBusy,
  type TakenText,
  type TextProvider,
  TextRefused,
} from './text-provider.ts';
import { applyStatus, STOPPED_AT_PROVIDER, stopNumber, type WaitReason } from './text-states.ts';

/** Requests to the provider at once, by one process. */
const AT_ONCE = 4;
const FIRST_RETRY_MS = 5_000;
const SECOND_MS = 1000;
/** A claim older than this is not carried out any more: another run may soon ask what became of it. */
const CLAIM_VALID_MS = 5_000;
/** The reason of a text in state `sending` that the provider failed at: it has most likely not taken it. */
const FAILED: WaitReason = 'provider_busy';

/** Sends every text that is due, and asks to be called again when the next one is. */
export async function sendDueTexts(app: AppContext): Promise<void> {
  // A text that was found not to be sent is due again.
  while (await sendRound(app)) {}
  await sendNext(app);
}

/**
 * Deals with all that is due, and tells whether more may be due since. A claim is carried out at once, since it expires,
 * while others are still judged; the next one waits until a request is free.
 */
async function sendRound(app: AppContext): Promise<boolean> {
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let isAgain = false;
  while (errors.length === 0) {
    if (running.size >= AT_ONCE) {
      await Promise.race(running);
      continue;
    }
    const claim = await claimText(app);
    if (claim === null) break;
    if (claim === 'judged') continue;
    if (claim.does === 'find') isAgain = true;
    const work = carryOut(app, claim)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => running.delete(work));
    running.add(work);
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
  return isAgain;
}

async function sendNext(app: AppContext): Promise<void> {
  const [next] = await app.db
    .select({ at: textMessages.nextAt })
    .from(textMessages)
    .where(inArray(textMessages.state, ['waiting', 'sending']))
    .orderBy(asc(textMessages.nextAt))
    .limit(1);
  if (next) await sendDueTextsAt(app, new Date(Math.max(next.at.getTime(), app.now().getTime() + 1)));
}

async function carryOut(app: AppContext, claim: Claim): Promise<void> {
  const { text, to } = claim;
  const body = textBodyOf(text.ownerName, text.message);
  try {
    // The provider was taken out of the settings, or the number out of the contact: nobody can be asked.
    if (!app.texts || !to) await giveUp(app, text);
    else if (claim.does === 'find') await find(app, app.texts, text, { to, body });
    else if (isStale(app, text)) await putBack(app, text);
    else await noteTaken(app, text, await app.texts.send({ to, body, statusUrl: statusUrlOf(app, text) }));
  } catch (error) {
    await noteFailure(app, claim, error);
  }
}

const isStale = ({ now }: AppContext, { attemptedAt }: TextRow): boolean =>
  attemptedAt !== null && now().getTime() - attemptedAt.getTime() > CLAIM_VALID_MS;

/** As if it had not been claimed: it was not handed over. */
async function putBack({ db, now }: AppContext, text: TextRow): Promise<void> {
  await releaseText(db, text);
  await whileSending(db, text, { state: 'waiting', reason: text.reason, tries: text.tries, nextAt: now() });
}

/** Twilio refuses a text with an address that it cannot call. */
const statusUrlOf = ({ config }: AppContext, { id }: TextRow): string | undefined =>
  config.twilio?.isForTests || isPublicHost(new URL(originOf(config)).hostname)
    ? `${originOf(config)}/api/sms/status?text=${id}`
    : undefined;

const noteTaken = ({ db, now }: AppContext, { id }: TextRow, taken: TakenText): Promise<unknown> =>
  applyStatus(db, id, taken, now());

async function find(
  app: AppContext,
  provider: TextProvider,
  text: TextRow,
  what: { to: string; body: string },
): Promise<void> {
  const found = await provider.find(what, text.attemptedAt ?? text.createdAt);
  if (found === 'cannot_tell' && text.reason !== FAILED) return giveUp(app, text);
  if (found !== null && found !== 'cannot_tell') return void (await noteTaken(app, text, found));
  await releaseText(app.db, text);
  await whileSending(app.db, text, { state: 'waiting', reason: FAILED, nextAt: app.now() });
}

/** Unless a callback has told meanwhile what became of it, or another run has handed it over again. */
const whileSending = (
  db: Db,
  { id, attemptedAt }: TextRow,
  values: Partial<typeof textMessages.$inferInsert>,
) =>
  db
    .update(textMessages)
    .set(values)
    .where(
      and(
        eq(textMessages.id, id),
        eq(textMessages.state, 'sending'),
        attemptedAt ? eq(textMessages.attemptedAt, attemptedAt) : isNull(textMessages.attemptedAt),
      ),
    );

/** Nobody can tell whether it went out: it is not sent again. */
async function giveUp({ db }: AppContext, text: TextRow): Promise<void> {
  await whileSending(db, text, { state: 'unknown', reason: null });
}

async function noteFailure(app: AppContext, { text, does }: Claim, error: unknown): Promise<void> {
  const { db, log } = app;
  if (error instanceof TextRefused) {
    await releaseText(db, text);
    await whileSending(db, text, { state: 'refused', reason: error.code });
    if (error.code === STOPPED_AT_PROVIDER) await stopNumber(db, text.numberHash, app.now());
    return;
  }
  const isOurs = !(error instanceof ProviderBusy || error instanceof NoProviderAnswer);
  if (isOurs && does === 'find') throw error;
  log.warn({ text: text.id, error: describeError(error) }, 'A text has to wait');
  const retryAt = new Date(app.now().getTime() + delayOf(app, text, error));
  if (does === 'send' && error instanceof ProviderBusy && error.why !== 'failed') {
    await releaseText(db, text);
    const reason = error.why === 'settings' ? 'provider_settings' : 'provider_busy';
    await settleText(db, text, waitUntil(text.createdAt, retryAt, reason));
    return;
  }
  // An unknown outcome is asked for, until nobody needs to know it any more.
  if (retryAt.getTime() - text.createdAt.getTime() > WAIT_MAX_MS) return giveUp(app, text);
  const reason = does === 'find' ? text.reason : error instanceof ProviderBusy ? FAILED : null;
  await whileSending(db, text, { reason, nextAt: retryAt });
}

/** 5 s after the first failure, then about twice as long each time, an hour at most; longer if the provider asks for it. */
function delayOf({ now }: AppContext, { tries, attemptedAt }: TextRow, error: unknown): number {
  const asked = error instanceof ProviderBusy ? (error.waitMs ?? 0) : 0;
  const passed = attemptedAt ? now().getTime() - attemptedAt.getTime() : 0;
  const doubled = Math.max(FIRST_RETRY_MS * 2 ** Math.min(tries, 20), passed);
  return Math.max(asked, Math.min(doubled, HOUR_MS));
}

/** When a number got a text matters for a day only; that it wants none is kept. */
export async function forgetNumbers({ db, now }: AppContext, stopping?: AbortSignal): Promise<void> {
  const { textedAt, stoppedAt } = textNumbers;
  const before = new Date(now().getTime() - 48 * HOUR_MS);
  await deleteInSteps(db, textedAt, and(isNull(stoppedAt), lt(textedAt, before)), { stopping });
  await deleteInSteps(db, textedAt, isUnused, { stopping });
}

/** Looks at the texts at this moment; those that are due in the same second share a job. */
function sendDueTextsAt({ queue, db }: Pick<AppContext, 'queue' | 'db'>, at: Date): Promise<void> {
  const second = Math.ceil(at.getTime() / SECOND_MS);
  return queue.send(db, 'due-texts', {}, { key: `${second}`, startAfter: new Date(second * SECOND_MS) });
}

/**
 * Looks at the texts within a second. Never throws: the texts are stored, and are looked at every five minutes and at every
 * start even without a job.
 */
export async function sendDueTextsSoon(app: AppContext): Promise<void> {
  await sendDueTextsAt(app, new Date(app.now().getTime() + 1)).catch((error: unknown) =>
    app.log.warn({ error: describeError(error) }, 'A text has to wait for the next round'),
  );
}
