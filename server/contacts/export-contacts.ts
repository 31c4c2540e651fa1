import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { NO_DETAILS } from '#server/contacts/no-details.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder } from '#server/db/keyset.ts';
import { type Dated, mergeNewestFirst, readByPages } from '#server/db/read-by-pages.ts';
import { businessCards, contacts, leadCaptures } from '#server/db/schema.ts';
import { recordAccountEvent } from '#server/history/account-events.ts';
import { csvHead, csvLines } from '#server/infra/csv.ts';
import { sendText } from '#server/infra/http/send-export.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { phoneForFile } from '#server/infra/phone.ts';
import {
  CONTACT_FIELD_NAMES,
  type ContactFieldName,
  contactField,
  leadAsContact,
} from '#shared/contact-fields.ts';
import type { ContactExport } from '#shared/contacts.ts';
import { each } from '#shared/field-kinds.ts';
import { contactsFileName } from '#shared/file-names.ts';

/** The requester's contacts as CSV, newest first, without those added while it is written. */
export async function exportContacts(
  ctx: UserContext,
  { query }: { query: ContactExport },
): Promise<FileBody> {
  const file = {
    fileName: query.name ?? contactsFileName(ctx.now()),
    type: 'text/csv; charset=utf-8',
    onSend: () => recordAccountEvent(ctx, ctx.db, ctx.user.id, 'exported', { name: 'Contacts' }),
  };
  const write =
    query.columns === 'all'
      ? () => toCsv(ALL, mergeNewestFirst([readContacts(ctx), readLeads(ctx)]))
      : () => toCsv(SPECIFIED, readContacts(ctx));
  return sendText(ctx, write, file);
}

/** A contact or lead, under the names of the columns of `contacts`. */
type Row = Dated &
  Omit<typeof contacts.$inferSelect, 'id' | 'createdAt' | 'userId' | 'cardId'> & { isLead: boolean };
type Columns = Record<string, (row: Row) => string | null>;

/** Section 9: the columns of an export, in this order. */
const SPECIFIED: Columns = {
  Name: ({ fullName }) => fullName,
  Email: ({ email }) => email,
  Phone: ({ phone, phoneE164 }) => phone && phoneForFile(phone, phoneE164),
  Company: ({ company }) => company,
  'Job Title': ({ jobTitle }) => jobTitle,
};
const SPECIFIED_NAMES: ContactFieldName[] = ['fullName', 'email', 'phone', 'company', 'jobTitle'];
const otherNames = CONTACT_FIELD_NAMES.filter((name) => !SPECIFIED_NAMES.includes(name));

/** Everything we know, and leads too. */
const ALL: Columns = {
  ...SPECIFIED,
  ...Object.fromEntries(otherNames.map((name) => [contactField(name).label, (row: Row) => row[name]])),
  Card: ({ cardName }) => cardName,
  Connected: ({ createdAt }) => createdAt.toISOString(),
  Favorite: ({ isFavorite }) => (isFavorite ? 'yes' : 'no'),
  Type: ({ isLead }) => (isLead ? 'lead' : 'contact'),
  'Lead Status': ({ leadStatus }) => leadStatus,
  Answers: ({ customFields }) => textOf(customFields, ({ label, answer }) => `${label}: ${answer}`),
  Consents: ({ consents }) => textOf(consents, ({ text, at }) => `${at}: ${text}`),
  Source: ({ source }) => source,
  'Profile Image': ({ profileImage }) => profileImage,
  Social: ({ social }) =>
    Object.entries(social)
      .map(([network, address]) => `${network}: ${address}`)
      .join('\n'),
};

/** One to a line; a row from before there were answers has none. */
const textOf = <Item>(items: Item[], say: (item: Item) => string): string =>
  Array.isArray(items) ? items.map(say).join('\n') : '';

/** Page by page, so that no more than one page is in memory. */
async function* toCsv(columns: Columns, pages: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  const cells = Object.values(columns);
  let head = csvHead(Object.keys(columns));
  for await (const rows of pages) {
    yield head + csvLines(rows.map((row) => cells.map((cell) => cell(row))));
    head = '';
  }
  if (head) yield head;
}

async function* readContacts(ctx: UserContext): AsyncGenerator<Row[]> {
  const { userId, cardId, ...columns } = getTableColumns(contacts);
  const pages = readByPages((from, limit) =>
    ctx.db
      .select(columns)
      .from(contacts)
      .where(and(whereCan(ctx, 'export', 'contact'), isOlder(contacts.createdAt, contacts.id, from)))
      .orderBy(desc(contacts.createdAt), desc(contacts.id))
      .limit(limit),
  );
  for await (const rows of pages) yield rows.map((row) => ({ ...row, isLead: false }));
}

async function* readLeads(ctx: UserContext): AsyncGenerator<Row[]> {
  const pages = readByPages((from, limit) =>
    ctx.db
      .select({ ...getTableColumns(leadCaptures), cardName: businessCards.name })
      .from(leadCaptures)
      .innerJoin(businessCards, eq(businessCards.id, leadCaptures.cardId))
      .where(and(whereCan(ctx, 'export', 'lead'), isOlder(leadCaptures.createdAt, leadCaptures.id, from)))
      .orderBy(desc(leadCaptures.createdAt), desc(leadCaptures.id))
      .limit(limit),
  );
  for await (const rows of pages) {
    yield rows.map((row) => ({
      ...NOT_ASKED,
      ...row,
      ...leadAsContact(row),
      phoneE164: row.leadPhoneE164,
      leadStatus: row.status,
      isLead: true,
    }));
  }
}

/** What a lead form does not ask for. */
const NOT_ASKED = {
  ...each(CONTACT_FIELD_NAMES, () => null),
  profileImage: null,
  social: {},
  isFavorite: false,
  source: 'lead',
  ...NO_DETAILS,
  isMatched: false,
};
