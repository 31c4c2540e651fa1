import { LRUCache } from 'lru-cache';
import { isDatabaseAway, isRefused, openDb, sqlState } from '#server/db/open.ts';
import { batchCalls, batchInLanes, tooMany, WAITING_MAX } from '#server/infra/batch-calls.ts';
import type { TaggedCache } from '#server/infra/page-changes.ts';
import type { PhoneRegion } from '#server/infra/phone.ts';
import { databaseAway } from '#server/infra/read-timeout.ts';
import { upTo } from '#server/infra/up-to.ts';
import {
  addSubmissions,
  type MeetingPlace,
  type NewSubmission,
  type StatementRunner,
} from '#server/people/contacts/exchange/add-submissions.ts';
import type { AskedForm } from '#server/people/contacts/exchange/form-answers.ts';
import { type Held, holdSubmissions } from '#server/people/contacts/exchange/hold-submissions.ts';
import type { ContactRoom } from '#server/people/contacts/room.ts';
import type { AccountId, PersonId } from '#shared/accounts/ids.ts';
import { SENT_BEFORE_MINUTES, SUBMISSIONS_PER_HOUR, UNREVIEWED_MAX } from '#shared/contract/constants.ts';
import type { LeadField } from '#shared/people/contact-fields.ts';
import { CONTACT_ROOM } from '#shared/people/contact-room.ts';

declare module '#server/context.ts' {
  interface AppContext {
    submissions: Submissions;
  }
}

/** A larger batch would delay its first submission. */
const BATCH_MAX = 200;
/**
 * A batch holds the counters of its owners until it is on disk, so one comes after the other. Owners that something else holds
 * have lanes of their own: no one else waits for them (docs/decisions/375).
 */
const LANES = 4;
/** Each batch has a price of its own, so those that follow at once would cost more than a few milliseconds are worth. */
const PAUSE = { ms: 8, atMost: 32, unless: 32 };
const RECEIVER_MS = 5 * 60_000;

/** The recipient of what is sent to a card, what its form asks, and the regions of phone numbers without a country code. */
export interface Receiver extends AskedForm {
  ownerId: AccountId;
  holderId: PersonId | null;
  /** The tag under which changes of the owner's account are announced. */
  ownerTag: string;
  /** The event at which whoever holds the card is, or which ends next. */
  event: { name: string; startsAt: Date; endsAt: Date } | null;
  leadCaptureFields: readonly LeadField[];
  phoneRegion: PhoneRegion | null;
  /** That of the owner's own number, where neither the card nor an edge proxy names one. */
  ownerRegion: PhoneRegion | null;
  /** `textVersion` of the text that visitors are offered. */
  textVersion: string | null;
}

/** A process keeps this in memory for visitors' forms. */
export interface Submissions extends TaggedCache {
  /** Adds a contact or lead; resolves to the result once it is on disk, undefined if the card does not exist. */
  add(submission: NewSubmission): Promise<MeetingPlace | undefined>;
  /** Stores it for the owner's review, unless too many are waiting. */
  hold(submission: NewSubmission): Promise<Held>;
  /** How many may wait for one owner; null means no limit but that of who has no room. */
  waitingMax: number | null;
  room: ContactRoom;
  /** By card id, until the card or its owner's account changes: a card's owner is always the same, numbers are not. */
  receivers: LRUCache<string, Receiver>;
  /** Those that are being read: a hall that sends at once asks once. */
  asked: Map<string, Promise<Receiver>>;
  /** Records that an address has sent a form; returns whether it sent another one shortly before. */
  noteSender(address: string): boolean;
}

interface Bounds {
  /** How many an hour reach an owner's lists, and how many may wait; null means no limit. */
  hourlyMax: number | null;
  waitingMax: number | null;
  room?: ContactRoom;
}

export const NO_BOUNDS: Bounds = { hourlyMax: null, waitingMax: null };
export const USUAL_BOUNDS: Bounds = { hourlyMax: SUBMISSIONS_PER_HOUR, waitingMax: UNREVIEWED_MAX };

/**
 * At an event everyone sends at once: concurrent submissions are written together, and resolve once all are on disk.
 */
export function createSubmissions(
  runner: StatementRunner,
  { hourlyMax, waitingMax, room = { ...CONTACT_ROOM } }: Bounds,
  now: () => Date,
): Submissions {
  const clock = { ttlResolution: 0, perf: { now: () => now().getTime() } };
  const senders = new LRUCache<string, true>({
    ...upTo(50_000),
    ttl: SENT_BEFORE_MINUTES * 60 * 1000,
    ...clock,
  });
  const receivers = new LRUCache<string, Receiver>({ ...clock, ...upTo(10_000), ttl: RECEIVER_MS });
  const line = createLine();
  const dbs = { soon: openDb(runner.pool), patient: openDb(runner.patientPool ?? runner.pool) };
  const asked = new Map<string, Promise<Receiver>>();
  return {
    add: line.writing(
      (batch, isPatient) =>
        addSubmissions(runner, batch, { now: now().getTime(), hourlyMax, room, isPatient }),
      LANES,
    ),
    hold: line.writing(
      (batch, isPatient) =>
        holdSubmissions(dbs[isPatient ? 'patient' : 'soon'], batch, { waitingMax, isPatient }),
      1,
    ),
    waitingMax,
    room,
    receivers,
    asked,
    noteSender(address) {
      const hasSent = senders.has(address);
      senders.set(address, true);
      return hasSent;
    },
    invalidate(tag) {
      const [kind, id = ''] = tag.split(':');
      // Whose the others are is not known yet.
      asked.clear();
      if (kind === 'card') receivers.delete(id);
      if (kind !== 'user') return;
      for (const [cardId, { ownerTag, holderId }] of receivers.entries()) {
        if (ownerTag === tag || holderId === id) receivers.delete(cardId);
      }
    },
    pause() {
      line.refuse(databaseAway());
      asked.clear();
      receivers.clear();
    },
    resume() {},
  };
}

/** For everybody: not a deadlock of one batch, or a database that has no room for another connection. */
const isAway = (error: unknown) => isDatabaseAway(error) && !/^(?:40|53)/.test(sqlState(error) ?? '');

type Write<Out> = (batch: NewSubmission[], isPatient: boolean) => Promise<Out[]>;

/** All that wait to be written, of whom there are many only while the database is away or too slow. */
function createLine() {
  const waiting = new Map<NewSubmission, (error: unknown) => void>();
  const refuse = (error: unknown) => {
    for (const reject of waiting.values()) reject(error);
    waiting.clear();
  };
  return {
    /** Refuses all who wait now. Of them, only what is under way may be written all the same. */
    refuse,
    /** Writes batches, first of owners whom nothing else has locked, then of the others. */
    writing<Out extends { isLocked: boolean } | undefined>(write: Write<Out>, lanes: number) {
      const options = { most: BATCH_MAX, isOfOne: isRefused };
      const writeLeft = (isPatient: boolean) => async (batch: NewSubmission[]) => {
        const left = batch.filter((one) => waiting.has(one));
        const results = left.length > 0 ? await write(left, isPatient) : [];
        if (left.length === batch.length) return results;
        return batch.map((one) => results[left.indexOf(one)] as Out);
      };
      const soon = batchCalls(writeLeft(false), { ...options, atOnce: 1, pause: PAUSE });
      const patiently = batchInLanes(writeLeft(true), {
        ...options,
        count: lanes,
        keyOf: ({ ownerId }) => ownerId,
      });
      return (submission: NewSubmission) =>
        new Promise<Out>((resolve, reject) => {
          if (waiting.size >= WAITING_MAX) return reject(tooMany());
          waiting.set(submission, reject);
          soon(submission)
            .then((result) => (result?.isLocked ? patiently(submission) : result))
            .then(resolve, (error) => {
              if (isAway(error) && waiting.has(submission)) refuse(error);
              reject(error);
            })
            .finally(() => waiting.delete(submission));
        });
    },
  };
}
