import { type SQL, sql } from 'drizzle-orm';
import { foldText } from '#shared/formats/fold.ts';
import type { Labeled } from '#shared/people/record-field.ts';

/**
 * The lists that can be searched, and their searchable fields. Each table has `search_text`, its folded fields as
 * lines, and `search_grams`, hashes of all runs of one, two and three characters in them; both are null until
 * `indexPeople` has indexed the row.
 */
export interface SearchSource {
  table: SQL;
  /** Used in the names of its indexes: NAME_search, NAME_unsearchable. */
  name: 'contacts' | 'lead_captures' | 'users';
  /** The owner of the list a row is in; an empty text if all rows are one list. */
  owner: SQL;
  /** The searchable fields, one line each. */
  words: SQL;
  /** The columns that name the indexed rows whose words a row has; its own id if left out. */
  names?: readonly SQL[];
}

/** The searched fields of a contact. */
export interface Searchable {
  fullName: string;
  email?: string | null | undefined;
  company?: string | null | undefined;
  nickname?: string | null | undefined;
  metEvent?: string | null | undefined;
  tags?: readonly string[] | undefined;
  moreEmails?: readonly Pick<Labeled, 'value'>[] | undefined;
}

const joinFields = (fields: SQL[]): SQL => sql.join(fields, sql` || chr(10) || `);
const listColumns = (...names: string[]): SQL[] =>
  names.map((name) => sql`coalesce(${sql.identifier(name)}, '')`);
const joinColumns = (...names: string[]): SQL => joinFields(listColumns(...names));

export const SEARCHED = {
  contacts: {
    table: sql`contacts`,
    name: 'contacts',
    owner: sql`user_id`,
    // The trigger `contacts_renamed` names the same columns.
    words: joinFields([
      ...listColumns('full_name', 'email', 'company', 'nickname', 'met_event'),
      sql`array_to_string(tags, chr(10))`,
      sql`coalesce((select string_agg(mail ->> 'value', chr(10)) from jsonb_array_elements(more_emails) mail), '')`,
    ]),
  },
  leads: {
    table: sql`lead_captures`,
    name: 'lead_captures',
    owner: sql`card_owner_id`,
    words: joinColumns('lead_name', 'lead_email', 'lead_company'),
  },
  users: {
    table: sql`users`,
    name: 'users',
    owner: sql`''::text`,
    words: joinColumns('full_name', 'email', 'username', 'id'),
  },
} satisfies Record<string, SearchSource>;

/** The words of a contact that is about to be written, as `SEARCHED.contacts.words` reads them from its row. */
export const contactWords = (contact: Searchable): string =>
  [
    ...[contact.fullName, contact.email, contact.company, contact.nickname, contact.metEvent],
    contact.tags?.join('\n'),
    contact.moreEmails?.map(({ value }) => value).join('\n'),
  ]
    .map((words) => words ?? '')
    .join('\n');

/** Teams, by what is indexed of their accounts and of their owners (docs/decisions/362). */
export const SEARCHED_TEAMS: SearchSource = {
  table: sql`(
    select t.id, t.owner_id, t.created_at, u.search_text || chr(10) || o.search_text as search_text,
      concat_ws(chr(10), u.full_name, u.username, u.id, o.full_name, o.email, o.username, o.id) as words
    from teams t join users u on u.id = t.id join users o on o.id = t.owner_id
  ) as searched_teams`,
  name: 'users',
  owner: sql`''::text`,
  words: sql`words`,
  names: [sql`id`, sql`owner_id`],
};

/**
 * The folded words of a row, as they are searched. A query never contains a line feed, so no match spans two fields.
 */
export const foldWords = (words: string): string => words.split('\n').map(foldText).join('\n');

/**
 * FNV-1a, 32 bits, of `text` behind what `before` is the hash of. Source: draft-eastlake-fnv. If two grams share a hash, an
 * extra row is read; results stay correct.
 */
function hashText(text: string, before = 0x811c9dc5): number {
  let value = before;
  for (let place = 0; place < text.length; place += 1) value = hashUnit(value, text.charCodeAt(place));
  return value | 0;
}

const hashUnit = (value: number, unit: number): number => Math.imul(value ^ unit, 0x01000193);

/** Grams are hashed together with their owner, so that other owners' rows do not slow a search down. */
const hashOwner = (owner: string): number => hashText(`${owner}\n`);

/** The longest run of characters that is a gram. */
const GRAM_LENGTH = 3;

/** The grams by which a row is found. */
export function listGrams(owner: string, foldedWords: string): number[] {
  const grams = new Set<number>();
  const start = hashOwner(owner);
  for (const line of foldedWords.split('\n')) {
    for (let place = 0; place < line.length; place += lengthAt(line, place))
      addGramsAt(line, place, start, grams);
  }
  return [...grams];
}

/** How many units of UTF-16 a character has. */
const lengthAt = (text: string, place: number): number => ((text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1);

/** Adds the grams that begin at a place: each exchange makes hundreds, so nothing is copied. */
function addGramsAt(line: string, place: number, start: number, grams: Set<number>): void {
  let [value, at] = [start, place];
  for (let run = 0; run < GRAM_LENGTH && at < line.length; run += 1) {
    for (const end = at + lengthAt(line, at); at < end; at += 1) value = hashUnit(value, line.charCodeAt(at));
    grams.add(value);
  }
}

/** `search_text` and `search_grams` of a row. */
export interface SearchColumns {
  searchText: string;
  searchGrams: number[];
}

/** These columns for a row with these words in the list of `owner`. */
export function readWords(owner: string, words: string): SearchColumns {
  const searchText = foldWords(words);
  return { searchText, searchGrams: listGrams(owner, searchText) };
}

/** How many grams of a query are used at most; more cost time and hardly narrow the search. */
const QUERY_GRAMS = 12;

/** The grams that every row containing the folded query has. */
export function gramsOfQuery(owner: string, query: string): number[] {
  const characters = Array.from(query);
  const length = Math.min(GRAM_LENGTH, characters.length);
  const runs = characters
    .slice(length - 1)
    .map((_, place) => characters.slice(place, place + length).join(''));
  const step = Math.max(1, Math.ceil(runs.length / QUERY_GRAMS));
  const start = hashOwner(owner);
  return runs.filter((_, place) => place % step === 0).map((run) => hashText(run, start));
}
