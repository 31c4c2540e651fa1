import { and, desc, getTableColumns, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, type Position } from '#server/db/keyset.ts';
import { readByPages } from '#server/db/read-by-pages.ts';
import { contacts } from '#server/db/schema/people.ts';
import { byMoment, findPage } from '#server/db/search/search.ts';
import { SEARCHED } from '#server/db/search/search-sources.ts';
import { valuesOf } from '#server/db/values-of.ts';
import { listedBy, wantedBy } from '#server/people/contacts/contacts.ts';
import type { PeopleQuery } from '#shared/people/contacts.ts';

const FOUND_AT_ONCE = 200;

type Wanted = Pick<PeopleQuery, 'q' | 'filter' | 'tag'>;

export type ExportedContact = typeof contacts.$inferSelect & {
  /** The owner's notes, oldest first. */
  moreNotes: string[];
};

export const EXPORTED = {
  ...getTableColumns(contacts),
  moreNotes: sql<string[]>`array(
    select n.text from contact_notes n where n.contact_id = contacts.id order by n.created_at, n.id)`,
};

/** How much of contacts and their notes is in memory at once: a contact may have 200 long notes, one of a merge more. */
const BYTES_AT_ONCE = 2 * 1024 * 1024;

/** The contacts of the list with this search and filter, newest first; all of them without. */
export async function* readExported(ctx: UserContext, wanted: Wanted): AsyncGenerator<ExportedContact[]> {
  for await (const found of wanted.q ? readFound(ctx, wanted) : readAll(ctx, wanted)) {
    for (const ids of await divide(ctx, found)) {
      yield await ctx.db
        .select(EXPORTED)
        .from(contacts)
        .where(and(whereCan(ctx, 'export', 'contact'), isOneOf(ids)))
        .orderBy(desc(contacts.createdAt), desc(contacts.id));
    }
  }
}

/** The columns for the five of the specification: reading everything takes as long again as writing them. */
const NAMED = {
  id: contacts.id,
  createdAt: contacts.createdAt,
  fullName: contacts.fullName,
  email: contacts.email,
  phone: contacts.phone,
  phoneE164: contacts.phoneE164,
  company: contacts.company,
  jobTitle: contacts.jobTitle,
};
export type NamedContact = Pick<ExportedContact, keyof typeof NAMED>;

/** Contacts without details, which are short: a page of them need not be divided. */
export async function* readNamed(ctx: UserContext, wanted: Wanted): AsyncGenerator<NamedContact[]> {
  for await (const found of wanted.q ? readFound(ctx, wanted) : readAll(ctx, wanted)) {
    yield await ctx.db
      .select(NAMED)
      .from(contacts)
      .where(and(whereCan(ctx, 'export', 'contact'), isOneOf(found.map(({ id }) => id))))
      .orderBy(desc(contacts.createdAt), desc(contacts.id));
  }
}

const isOneOf = (ids: string[]) => sql`${contacts.id} in ${valuesOf(ids)}`;

/** These contacts, in their order, in parts that are as large as may be in memory, or a single contact. */
async function divide(ctx: UserContext, found: { id: string }[]): Promise<string[][]> {
  const rows = await ctx.db
    .select({
      id: contacts.id,
      bytes: sql<number>`octet_length(contacts::text) + coalesce((
        select sum(octet_length(n.text)) from contact_notes n where n.contact_id = contacts.id
      ), 0)::integer`,
    })
    .from(contacts)
    .where(and(whereCan(ctx, 'export', 'contact'), isOneOf(found.map(({ id }) => id))))
    .orderBy(desc(contacts.createdAt), desc(contacts.id));
  const parts: string[][] = [];
  let left = 0;
  for (const { id, bytes } of rows) {
    const part = parts.at(-1);
    if (part && bytes <= left) part.push(id);
    else {
      parts.push([id]);
      left = BYTES_AT_ONCE;
    }
    left -= bytes;
  }
  return parts;
}

const readAll = (ctx: UserContext, wanted: Wanted) =>
  readByPages((from, limit) =>
    ctx.db
      .select({ id: contacts.id, createdAt: contacts.createdAt })
      .from(contacts)
      .where(
        and(
          whereCan(ctx, 'export', 'contact'),
          listedBy(ctx, wanted),
          isOlder(contacts.createdAt, contacts.id, from),
        ),
      )
      .orderBy(desc(contacts.createdAt), desc(contacts.id))
      .limit(limit),
  );

/** The results of a search, as the list shows them. */
async function* readFound(ctx: UserContext, wanted: Wanted): AsyncGenerator<{ id: string }[]> {
  let from: Position | null = null;
  do {
    const found = await findPage(ctx.db, {
      source: SEARCHED.contacts,
      order: byMoment(sql`created_at`),
      ...wantedBy(ctx, wanted, sql`${whereCan(ctx, 'export', 'contact')}`),
      owner: ctx.account.id,
      q: wanted.q,
      from,
      limit: FOUND_AT_ONCE,
    });
    if (found.rows.length > 0) yield found.rows;
    from = found.next;
  } while (from);
}
