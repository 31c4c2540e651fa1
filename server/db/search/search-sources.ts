import { type SQL, sql } from 'drizzle-orm';
import { foldText } from '#shared/formats/fold.ts';

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
 * FNV-1a, 32 bits. Source: draft-eastlake-fnv. If two grams share a hash, an extra row is read; results stay correct.
 */
function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    value = Math.imul(value ^ text.charCodeAt(place), 0x01000193);
  }
  return value | 0;
}

const runsOf = (line: string, length: number): string[] => {
  const characters = Array.from(line);
  return characters.slice(length - 1).map((_, place) => characters.slice(place, place + length).join(''));
};

/** Grams are hashed together with their owner, so that other owners' rows do not slow a search down. */
const hashGram = (owner: string, run: string): number => hashText(`${owner}\n${run}`);

/** The grams by which a row is found. */
export function listGrams(owner: string, foldedWords: string): number[] {
  const runs = foldedWords.split('\n').flatMap((line) => [1, 2, 3].flatMap((length) => runsOf(line, length)));
  return [...new Set(runs.map((run) => hashGram(owner, run)))];
}

/** How many grams of a query are used at most; more cost time and hardly narrow the search. */
const QUERY_GRAMS = 12;

/** The grams that every row containing the folded query has. */
export function gramsOfQuery(owner: string, query: string): number[] {
  const runs = runsOf(query, Math.min(3, Array.from(query).length));
  const step = Math.max(1, Math.ceil(runs.length / QUERY_GRAMS));
  return runs.filter((_, place) => place % step === 0).map((run) => hashGram(owner, run));
}
