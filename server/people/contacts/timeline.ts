import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, type Position, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { reminders } from '#server/db/schema/messages.ts';
import { contactHistory, contactNotes, contacts } from '#server/db/schema/people.ts';
import { byMoment } from '#server/db/search/search.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { BEGINNING_KINDS, beginningOf, findContact } from '#server/people/contacts/contact.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { TimelineEntry } from '#shared/people/contact-book.ts';
import { contactEventDetails } from '#shared/people/contact-history.ts';

/** Reminders that are to come, notes and events of a contact as one list, the latest first. */

type Row =
  | { type: 'note'; id: string; at: string; fields: { text: string; changedAt: string | null } }
  | { type: 'event'; id: string; at: string; fields: { kind: string; details: unknown } }
  | { type: 'reminder'; id: string; at: string; fields: { note: string } };

export async function listTimeline(
  ctx: UserContext,
  { params, query }: ById & { query: PageQuery },
): Promise<Page<TimelineEntry>> {
  const contact = await findContact(ctx, params.id);
  const limit = rowsWanted(query);
  const range = { from: toMomentPosition(query.cursor), limit: limit + 1 };
  const { rows } = await ctx.db.execute<Row>(sql`
    select type, id, ${momentText(sql`at`)} as at, fields
    from (${sql.join(partsOf(ctx, contact, range), sql` union all `)}) as entries
    order by entries.at desc, id desc limit ${range.limit}`);
  const page = toPage(rows, limit, ({ at, id }) => ({ key: at, id }));
  return { ...page, rows: page.rows.map(toEntry) };
}

const momentText = (at: SQL): SQL => byMoment(at).text;

interface Range {
  from: Position | null;
  limit: number;
}

interface Part {
  type: Row['type'];
  id: PgColumn;
  at: PgColumn;
  fields: SQL;
  where: SQL | undefined;
}

/** Each part is read by its own index, and no further than the page goes. */
function partsOf(ctx: UserContext, contact: typeof contacts.$inferSelect, range: Range): SQL[] {
  const beginning = JSON.stringify(beginningOf(contact));
  const begins = sql`exists (
    select from ${contactHistory} where ${contactHistory.contactId} = ${contact.id}
      and ${contactHistory.kind} = any(${sql.param(BEGINNING_KINDS)}))`;
  const parts: Part[] = [
    {
      type: 'note',
      id: contactNotes.id,
      at: contactNotes.createdAt,
      fields: sql`jsonb_build_object(
        'text', ${contactNotes.text}, 'changedAt', ${momentText(sql`${contactNotes.changedAt}`)})`,
      where: eq(contactNotes.contactId, contact.id),
    },
    {
      type: 'event',
      id: contactHistory.id,
      at: contactHistory.createdAt,
      fields: sql`jsonb_build_object('kind', ${contactHistory.kind}, 'details', ${contactHistory.details})`,
      where: eq(contactHistory.contactId, contact.id),
    },
    {
      type: 'event',
      id: contacts.id,
      at: contacts.createdAt,
      fields: sql`${beginning}::jsonb`,
      where: and(eq(contacts.id, contact.id), sql`not ${begins}`),
    },
    {
      type: 'reminder',
      id: reminders.id,
      at: reminders.at,
      fields: sql`jsonb_build_object('note', ${reminders.note})`,
      where: and(
        whereCan(ctx, 'see', 'reminder'),
        eq(reminders.personId, contact.id),
        isNull(reminders.toldAt),
      ),
    },
  ];
  return parts.map((part) => readPart(part, range));
}

const readPart = ({ type, id, at, fields, where }: Part, { from, limit }: Range): SQL => sql`(
  select ${type}::text as type, ${id} as id, ${at} as at, ${fields} as fields
  from ${id.table} where ${and(where, isOlder(at, id, from))} order by ${at} desc, ${id} desc limit ${limit})`;

function toEntry(row: Row): TimelineEntry {
  const { id, at } = row;
  switch (row.type) {
    case 'note':
      return { type: 'note', id, createdAt: at, ...row.fields };
    case 'event': {
      const { kind, details } = row.fields;
      const said = contactEventDetails.safeParse(details).data ?? {};
      return { type: 'event', id, createdAt: at, kind, details: said };
    }
    case 'reminder':
      return { type: 'reminder', id, at, ...row.fields };
  }
}
