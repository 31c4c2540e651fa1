import { and, desc, getTableColumns, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { isKeptBy } from '#server/contacts/contacts.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, type Position } from '#server/db/keyset.ts';
import { readByPages } from '#server/db/read-by-pages.ts';
import { contacts } from '#server/db/schema.ts';
import { byMoment, findPage } from '#server/db/search.ts';
import { SEARCHED } from '#server/db/search-sources.ts';
import { NOTES_A_CONTACT_MAX } from '#shared/contact-limits.ts';
import type { PeopleQuery } from '#shared/contacts.ts';
import type { ExportedContact } from './exported-vcard.ts';

const FOUND_AT_ONCE = 200;

type Wanted = Pick<PeopleQuery, 'q' | 'filter' | 'tag'>;

const columns = {
  ...getTableColumns(contacts),
  moreNotes: sql<string[]>`array(
    select n.text from contact_notes n where n.contact_id = contacts.id order by n.created_at, n.id limit ${NOTES_A_CONTACT_MAX})`,
};

/** The contacts of the list with this search and filter, newest first; all of them without. */
export async function* readExported(ctx: UserContext, wanted: Wanted): AsyncGenerator<ExportedContact[]> {
  if (wanted.q) yield* readFound(ctx, wanted);
  else {
    yield* readByPages((from, limit) =>
      ctx.db
        .select(columns)
        .from(contacts)
        .where(
          and(
            whereCan(ctx, 'export', 'contact'),
            isKeptBy(ctx, wanted),
            isOlder(contacts.createdAt, contacts.id, from),
          ),
        )
        .orderBy(desc(contacts.createdAt), desc(contacts.id))
        .limit(limit),
    );
  }
}

/** What a search finds, as the list shows it. */
async function* readFound(ctx: UserContext, wanted: Wanted): AsyncGenerator<ExportedContact[]> {
  let from: Position | null = null;
  do {
    const found = await findPage(ctx.db, {
      source: SEARCHED.contacts,
      order: byMoment(sql`created_at`),
      where: sql`${whereCan(ctx, 'export', 'contact')} and ${isKeptBy(ctx, wanted)}`,
      owner: ctx.user.id,
      q: wanted.q,
      from,
      limit: FOUND_AT_ONCE,
    });
    const ids = JSON.stringify(found.rows.map(({ id }: Position) => id));
    if (found.rows.length > 0) {
      yield await ctx.db
        .select(columns)
        .from(contacts)
        .where(
          and(whereCan(ctx, 'export', 'contact'), sql`id in (select json_array_elements_text(${ids}::json))`),
        )
        .orderBy(desc(contacts.createdAt), desc(contacts.id));
    }
    from = found.next;
  } while (from);
}
