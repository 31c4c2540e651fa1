import { sql } from 'drizzle-orm';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { contactHistory } from '#server/db/schema/people.ts';
import { shorten } from '#shared/formats/cut-text.ts';
import type { ContactEventDetails, ContactEventKind } from '#shared/people/contact-history.ts';

/** How many events of a contact are kept; beyond that, the oldest go, except for what says who wrote its notes. */
export const HISTORY_A_CONTACT_MAX = 200;
/** Longer texts are cut: the history says what happened, it is no copy. */
const VALUE_MAX = 1_000;

export interface NewContactEvent {
  userId: string;
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
