import type pg from 'pg';
import type { Given } from '#server/db/schema/people-visitors.ts';
import type { TextConsent } from '#server/messages/sms/consent.ts';
import {
  ADD_PATIENTLY,
  ADD_QUICKLY,
  WAIT_FOR_HOLDERS,
} from '#server/people/contacts/exchange/add-statement.ts';
import { writeIntegers } from '#server/people/contacts/exchange/write-integers.ts';
import { type ContactRoom, limitsOf } from '#server/people/contacts/room.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { Answer, Consent } from '#shared/contract/lead-questions.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import type { SentFields } from '#shared/people/contacts.ts';

/** Parts of a submission besides the fields about the person. */
export interface Extras {
  /** Of a lead: what was answered to the owner's own questions. */
  answers?: Answer[] | undefined;
  consents?: Consent[] | undefined;
  /** The details that a receipt lists, if one was asked for. */
  receipt?: Given | undefined;
}

/** Findable of a contact's fields before it is written, which happens once (docs/decisions/374). */
export interface Findable {
  searchText?: string;
  searchGrams?: readonly number[];
  matchKeys?: string[];
  /** At which event of the owner the search's columns were made: at another, `list-upkeep` makes them. */
  searchedAt?: string | null;
}

/** Details that a visitor left with a card's owner, through the exchange form or the lead form. */
export interface NewSubmission extends SentFields, TextConsent, Extras, Findable {
  id: string;
  /** True if the id is derived from the sender's key, so that it may have arrived before. */
  isKeyed: boolean;
  kind: 'contact' | 'lead';
  cardId: string;
  /** Whose card it is, as far as was known: the database decides. */
  ownerId: AccountId;
  /** The phone number in E.164 format, if it could be parsed. */
  phoneE164?: string | null | undefined;
  /** ISO 8601. */
  createdAt: string;
  /** As in `sender_blocks.value`: the email address, and a keyed hash of the network address. */
  sender: string;
  address: string;
  /** It waits because the owner's contacts are full. */
  isOverQuota?: boolean;
  /** Why it has to wait for review; null if it does not. */
  reason: 'busy' | 'honeypot' | 'quick' | null;
  /** The account in whose session it was sent. */
  senderId: string | null;
}

/** The result of a submission to a card. */
export interface MeetingPlace {
  /** The id of the submission. */
  id: string;
  ownerName: string;
  isPublic: boolean;
  /** True if the form is open to visitors. */
  isOpen: boolean;
  isBlocked: boolean;
  /** True if the owner has it, now or from an earlier attempt; if the form is open and they do not, it has to wait. */
  isAdded: boolean;
  /** True if something else has locked the owner or the holder, so that nothing was decided; for who has waited, if the owner was deleted meanwhile. */
  isLocked: boolean;
  /** True if the owner's contacts are full. */
  isOverQuota: boolean;
  /** Who is to be told of it, if anybody: see `server/messages/notices/arrivals.ts`. */
  toldId: AccountId | null;
  /** Who holds the card, in a team. */
  holderId: AccountId | null;
}

/** Place and name of the event at which an owner was at a moment, as two values of a statement. */
export const placeAndEventOf = (owner: string, at: string): string =>
  ['place', 'name']
    .map(
      (column) => `(
        select ${column} from met_events e where e.user_id = ${owner} and starts_at <= ${at} and ends_at > ${at} limit 1
      )`,
    )
    .join(', ');

/** Runs the statement: the pool, that for those who wait for an owner, and if it can be prepared once per connection. */
export interface StatementRunner {
  pool: pg.Pool;
  patientPool?: pg.Pool;
  /** False behind a pooler, which sends each statement to another connection that has not prepared it. */
  canPrepare: boolean;
}

/** Those that arrived twice at once are one, which waits for review only if each does. */
function uniqueById(submissions: NewSubmission[]): Map<string, NewSubmission> {
  const unique = new Map<string, NewSubmission>();
  for (const one of submissions) if (unique.get(one.id)?.reason !== null) unique.set(one.id, one);
  return unique;
}

interface Rules {
  /** Milliseconds. */
  now: number;
  hourlyMax: number | null;
  room: ContactRoom;
  /** Waits for owners and holders that something else has locked; else nothing is added for these. */
  isPatient?: boolean;
}

/** Adds the submissions that may be added; returns the result of each, undefined if its card does not exist. */
export async function addSubmissions(
  { pool, patientPool = pool, canPrepare }: StatementRunner,
  submissions: NewSubmission[],
  { now, hourlyMax, room, isPatient = false }: Rules,
): Promise<(MeetingPlace | undefined)[]> {
  const grams: number[] = [];
  const given = [...uniqueById(submissions).values()].map((submission, nth) => {
    const { searchGrams } = submission;
    const gramsFrom = searchGrams && grams.length + 1;
    if (searchGrams) grams.push(...searchGrams);
    // Undefined is left out of the JSON. All grams are one value, which is most of what a batch sends.
    return Object.assign({}, submission, { nth, searchGrams: undefined, gramsFrom, gramsTo: grams.length });
  });
  if (isPatient) await patientPool.query(WAIT_FOR_HOLDERS, [submissions.map(({ cardId }) => cardId)]);
  const { rows } = await (isPatient ? patientPool : pool).query<MeetingPlace>({
    ...(canPrepare ? { name: isPatient ? 'add submissions patiently' : 'add submissions' } : {}),
    text: isPatient ? ADD_PATIENTLY : ADD_QUICKLY,
    values: [
      JSON.stringify(given),
      new Date(now - HOUR_MS),
      hourlyMax,
      limitsOf(room),
      new Date(now),
      writeIntegers(grams),
    ],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return submissions.map(({ id }) => byId.get(id));
}
