import { sql } from 'drizzle-orm';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { contactHistory, type contacts } from '#server/db/schema/people.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { shorten } from '#shared/formats/cut-text.ts';
import { CONTACT_FIELD_NAMES } from '#shared/people/contact-fields.ts';
import type { ContactEventDetails, ContactEventKind } from '#shared/people/contact-history.ts';
import { RECORD_NAMES, recordField } from '#shared/people/contact-record.ts';

/** How many events of a contact are kept; beyond that, the oldest go, except for what says who wrote its notes. */
export const HISTORY_A_CONTACT_MAX = 200;
/** Longer texts are cut: the history says what happened, it is no copy. */
const VALUE_MAX = 1_000;

export interface NewContactEvent {
  userId: AccountId;
  contactId: string;
  kind: ContactEventKind;
  details?: ContactEventDetails;
  at: Date;
}

/** Adds an event to the history of a contact if the transaction `tx` commits. */
export async function recordContactEvent(tx: Db, event: NewContactEvent): Promise<void> {
  await recordContactEvents(tx, [event]);
  await tx.execute(sql`
    delete from contact_history where id in (
      select id from contact_history where contact_id = ${event.contactId} and kind not in ('sent', 'imported')
      order by created_at desc, id desc offset ${HISTORY_A_CONTACT_MAX}
    )`);
}

/** Likewise for many contacts at once, such as those of an import; one each, since nothing is left out for it. */
export async function recordContactEvents(tx: Db, events: NewContactEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ at, details = {}, ...event }) => ({
    ...event,
    id: newId(),
    details: shortenDetails(details),
    createdAt: at,
  }));
  await tx.insert(contactHistory).values(rows);
}

const shortenDetails = (details: ContactEventDetails): ContactEventDetails =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? cutValue(value)
        : Object.fromEntries(Object.entries(value).map(([field, text]) => [field, cutValue(text)])),
    ]),
  );

const cutValue = (text: string): string => shorten(text, VALUE_MAX);

type Row = typeof contacts.$inferSelect;

/** The history tells of every field but tags, labels and properties of files, which say nothing new about the person. */
const TOLD = RECORD_NAMES.filter(
  (name) => !(['label', 'tags', 'properties'] as string[]).includes(recordField(name).kind),
);

/** Before the first change of a contact that came by itself, what it had sent is noted for good. */
export async function recordChange(
  tx: Db,
  before: Row,
  after: Row,
  { kind, at }: { kind: 'changed' | 'updated'; at: Date },
): Promise<void> {
  const changed = TOLD.filter((name) => wordsOf(before[name]) !== wordsOf(after[name]));
  if (changed.length === 0) return;
  const common = { userId: after.userId, contactId: after.id };
  if (before.source === 'exchange' || before.source === 'lead') {
    const known = await tx
      .select({ id: contactHistory.id })
      .from(contactHistory)
      .where(sql`${contactHistory.contactId} = ${after.id} and ${contactHistory.kind} = 'sent'`)
      .limit(1);
    if (known.length === 0) {
      const sent = CONTACT_FIELD_NAMES.filter((name) => before[name]);
      const details = { fields: each(sent, (name) => wordsOf(before[name])) };
      await recordContactEvent(tx, { ...common, kind: 'sent', details, at: before.createdAt });
    }
  }
  const details = {
    from: each(changed, (name) => wordsOf(before[name])),
    to: each(changed, (name) => wordsOf(after[name])),
  };
  await recordContactEvent(tx, { ...common, kind, details, at });
}

/** A value as the history says it: lists are joined, empty ones are empty. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ');
  if (typeof value !== 'object') return String(value);
  const { e164: _e164, ...parts } = value as Record<string, unknown>;
  return Object.values(parts).map(wordsOf).filter(Boolean).join(', ');
}
