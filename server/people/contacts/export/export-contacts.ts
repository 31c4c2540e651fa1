import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { requireToExport } from '#server/access/may-export.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { separateBy, writeInTurns } from '#server/db/in-turns.ts';
import { isOlder } from '#server/db/keyset.ts';
import { type Dated, mergeNewestFirst, readByPages } from '#server/db/read-by-pages.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { leadCaptures } from '#server/db/schema/people.ts';
import { csvHead, csvLines } from '#server/infra/csv.ts';
import { sendText } from '#server/infra/http/send-export.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { phoneForFile } from '#server/infra/phone.ts';
import { answerColumns, readQuestions } from '#server/people/contacts/export/exported-answers.ts';
import { DETAILS_HEADING, detailsOf } from '#server/people/contacts/export/exported-details.ts';
import { exportedJson, JSON_END, jsonHead } from '#server/people/contacts/export/exported-json.ts';
import { exportedPhoto } from '#server/people/contacts/export/exported-photo.ts';
import {
  type ExportedContact,
  type NamedContact,
  readExported,
  readNamed,
} from '#server/people/contacts/export/read-exported.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { contactsFileName } from '#shared/formats/file-names.ts';
import type { VcardVersion } from '#shared/formats/vcard.ts';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS, leadAsContact } from '#shared/people/contact-fields.ts';
import { CELL_NAMES, CONTACT_RECORD, csvHeading, NO_DETAILS } from '#shared/people/contact-record.ts';
import { contactToVcard } from '#shared/people/contact-vcard.ts';
import type { ContactExport } from '#shared/people/contacts.ts';

/**
 * The requester's contacts, newest first, without those added while the file is written: all, or those that a search and
 * a filter of the list leave.
 */
export async function exportContacts(
  ctx: UserContext,
  { query }: { query: ContactExport },
): Promise<FileBody> {
  await requireToExport(ctx);
  const { extension, type, write } = FORMATS[query.format];
  const file = {
    fileName: query.name ?? contactsFileName(ctx.now(), extension),
    type,
    onSend: () => recordAccountEvent(ctx, ctx.db, ctx.account.id, 'exported', { name: 'Contacts' }),
  };
  return sendText(ctx, () => write(ctx, query), file);
}

type Write = (ctx: UserContext, query: ContactExport) => AsyncGenerator<string>;

const FORMATS: Record<ContactExport['format'], { extension: string; type: string; write: Write }> = {
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8', write: writeCsv },
  vcard3: { extension: 'vcf', type: 'text/vcard; charset=utf-8', write: writeVcards(3) },
  vcard4: { extension: 'vcf', type: 'text/vcard; charset=utf-8', write: writeVcards(4) },
  json: { extension: 'json', type: 'application/json; charset=utf-8', write: writeJson },
};

/** Leads are in the file of everything only. */
async function* writeCsv(ctx: UserContext, query: ContactExport): AsyncGenerator<string> {
  if (query.columns !== 'all') return yield* toCsv(SPECIFIED, readNamed(ctx, query));
  const isNarrowed = query.q || query.tag || query.filter !== 'all';
  const lists = isNarrowed ? [readContacts(ctx, query)] : [readContacts(ctx, query), readLeads(ctx)];
  // The details come last, and complete the others.
  const { [DETAILS_HEADING]: details = detailsOf, ...columns } = ALL;
  const answers = answerColumns(await readQuestions(ctx));
  yield* toCsv({ ...columns, ...answers, [DETAILS_HEADING]: details }, mergeNewestFirst(lists));
}

function writeVcards(version: VcardVersion): Write {
  return (ctx, query) =>
    writeInTurns(readExported(ctx, query), async (row) =>
      contactToVcard(row, {
        version,
        photo: await exportedPhoto(ctx, row.profileImage),
        formatPhone: phoneForFile,
      }),
    );
}

async function* writeJson(ctx: UserContext, query: ContactExport): AsyncGenerator<string> {
  const separator = separateBy(',\n');
  const write = async (row: ExportedContact) => {
    const photo = await exportedPhoto(ctx, row.profileImage);
    const address =
      photo && ('url' in photo ? photo.url : `data:image/${photo.type.toLowerCase()};base64,${photo.base64}`);
    return separator() + exportedJson(row, address);
  };
  yield* writeInTurns(readExported(ctx, query), write, jsonHead(ctx.now()));
  yield JSON_END;
}

/** A contact or lead, under the names of the columns of `contacts`. */
type Row = Dated &
  Omit<ExportedContact, 'id' | 'createdAt' | 'updatedAt' | 'userId' | 'cardId'> & { isLead: boolean };
type Columns<One> = Record<string, (row: One) => string | null>;

/** The cell of a field in a row. */
function cellOf(row: Row | NamedContact, name: CellName): string | null {
  const { kind } = CONTACT_RECORD[name];
  const value = (row as Row)[name];
  switch (kind) {
    case 'phone':
      return row.phone && phoneForFile(row.phone, row.phoneE164);
    case 'moment':
      return ((value as Date | null) ?? row.createdAt).toISOString();
    case 'tags':
      return (value as string[]).join(', ');
    case 'social':
      return Object.entries(value as Row['social'])
        .map(([network, address]) => `${network}: ${address}`)
        .join('\n');
    default:
      return value as string | null;
  }
}

type CellName = (typeof CELL_NAMES)[number];
const columnsOfFields = <One extends Row | NamedContact>(names: readonly CellName[]): Columns<One> =>
  Object.fromEntries(names.map((name) => [csvHeading(name), (row: One) => cellOf(row, name)]));

/** Section 9: the columns of an export, in this order. */
const SPECIFIED_NAMES: CellName[] = ['fullName', 'email', 'phone', 'company', 'jobTitle'];
const SPECIFIED: Columns<NamedContact> = columnsOfFields(SPECIFIED_NAMES);
const isSent = (name: CellName) => name in CONTACT_FIELDS;

/** Everything we know, and leads too. */
const ALL: Columns<Row> = {
  ...SPECIFIED,
  ...columnsOfFields(CELL_NAMES.filter((name) => isSent(name) && !SPECIFIED_NAMES.includes(name))),
  Card: ({ cardName }) => cardName,
  Connected: ({ createdAt }) => createdAt.toISOString(),
  Favorite: ({ isFavorite }) => (isFavorite ? 'yes' : 'no'),
  Type: ({ isLead }) => (isLead ? 'lead' : 'contact'),
  'Lead Status': ({ leadStatus }) => leadStatus,
  Answers: ({ customFields }) => textOf(customFields, ({ label, answer }) => `${label}: ${answer}`),
  Consents: ({ consents }) => textOf(consents, sayConsent),
  Source: ({ source }) => source,
  'Profile Image': ({ profileImage }) => profileImage,
  ...columnsOfFields(CELL_NAMES.filter((name) => !isSent(name))),
  [DETAILS_HEADING]: detailsOf,
};

const sayConsent = ({ text, at, withdrawnAt }: Row['consents'][number]) =>
  `${at}: ${text}${withdrawnAt ? ` (withdrawn ${withdrawnAt})` : ''}`;

/** One to a line; a row from before there were answers has none. */
const textOf = <Item>(items: Item[], say: (item: Item) => string): string =>
  Array.isArray(items) ? items.map(say).join('\n') : '';

/** Page by page, so that no more than one page is in memory. */
async function* toCsv<One>(columns: Columns<One>, pages: AsyncGenerator<One[]>): AsyncGenerator<string> {
  const cells = Object.values(columns);
  yield* writeInTurns(
    pages,
    (row) => csvLines([cells.map((cell) => cell(row))]),
    csvHead(Object.keys(columns)),
  );
}

async function* readContacts(ctx: UserContext, query: ContactExport): AsyncGenerator<Row[]> {
  for await (const rows of readExported(ctx, query))
    yield rows.map((row) => Object.assign(row, { isLead: false }));
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

/** Fields that a lead form does not ask for. */
const NOT_ASKED = {
  ...each(CONTACT_FIELD_NAMES, () => null),
  profileImage: null,
  isFavorite: false,
  source: 'lead',
  ...NO_DETAILS,
  followedUpAt: null,
  followUpLanguage: null,
  isMatched: false,
  moreNotes: [],
};
