import { and, desc, ne, type SQL, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { contacts } from '#server/db/schema/people.ts';
import { gramsOfQuery } from '#server/db/search/search-sources.ts';
import { isCommonWord } from '#server/people/follow-ups/check-language.ts';
import { normalizeLookalikes } from '#server/people/follow-ups/check-links.ts';
import type { KnownFacts } from '#server/people/follow-ups/checks.ts';
import { foldText } from '#shared/formats/fold.ts';

/**
 * Other contacts of the requester in what a model wrote. Names and companies are looked up word by word in the index of
 * the search, so that the cost depends on the text and not on how many contacts there are.
 */

/** Shorter notes occur in any text. */
const NOTE_MIN = 16;
/** A note so long is nobody else's by chance; "It was great to meet you" may be all that somebody wrote. */
const OWN_NOTE_MIN = 60;
/** Words that anybody uses who has just met somebody. */
const POLITE = new Set(
  'great nice meet meeting meets thanks thank forward looking hearing staying touch call talk talking again soon about learn more would could should really very happy glad pleased pleasure connect connecting connected stay reach please let know your you with from here there time some week next keep best regards hello dear have been this that what when work event conference details contact love hear also will were lovely working together coffee lunch catch chat interested discuss project business card company team send sent share their they them yours today tomorrow kind warm sincerely cheers looking'.split(
    ' ',
  ),
);
/** A company named by a small word in a text is looked for from this length on; shorter ones are words of the language. */
const SMALL_MIN = 6;
/** Words looked up in one answer: those with a capital first. */
const WORDS_MAX = 40;
/** Contacts whose notes are compared, and who are not in the index yet: the newest. */
const RECENT_MAX = 2_000;

/** True if a short note says something that others would not: at least two words beyond politeness. */
const isDistinct = (note: string): boolean =>
  note.length >= OWN_NOTE_MIN ||
  (note.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !POLITE.has(word)).length >= 2;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu) ?? [];
const withoutGenitive = (word: string): string => word.replace(/['’]s$/u, '');

interface Candidate {
  word: string;
  /** With a capital, it may be a first or family name, or the beginning of a company's. */
  isName: boolean;
}

/** The words of the texts that nobody who may be named has, and that are no ordinary words. */
function candidatesIn(texts: readonly string[], { trusted, named, recipient }: KnownFacts): Candidate[] {
  const known = new Set(
    [...trusted, ...named, recipient].flatMap(wordsOf).map(withoutGenitive).map(foldText),
  );
  const found = new Map<string, Candidate>();
  for (const written of texts.flatMap(wordsOf).map(withoutGenitive)) {
    const word = foldText(written);
    const isName = /^\p{Lu}/u.test(written);
    if (word.length < (isName ? 3 : SMALL_MIN) || known.has(word)) continue;
    if (POLITE.has(word) || isCommonWord(written.toLowerCase())) continue;
    found.set(word, { word, isName: isName || (found.get(word)?.isName ?? false) });
  }
  return [...found.values()]
    .sort((one, other) => Number(other.isName) - Number(one.isName))
    .slice(0, WORDS_MAX);
}

interface Person {
  name: string;
  company: string | null;
}

/** True if a word names this person or their company. */
function isOf({ word, isName }: Candidate, { name, company }: Person): boolean {
  const firm = foldText(company ?? '');
  if (firm === word) return true;
  if (!isName) return false;
  const names = wordsOf(name).map(foldText);
  return names.length > 1 || !isCommonWord(word)
    ? names[0] === word || names.at(-1) === word || firm.startsWith(`${word} `)
    : false;
}

async function findNamed(
  ctx: UserContext,
  contactId: string,
  candidates: readonly Candidate[],
): Promise<string[]> {
  const isOther = and(whereCan(ctx, 'see', 'contact'), ne(contacts.id, contactId));
  const read = (condition: SQL) =>
    ctx.db
      .select({ name: contacts.fullName, company: contacts.company })
      .from(contacts)
      .where(and(isOther, condition));
  const unindexed = await read(sql`search_text is null`).orderBy(desc(contacts.createdAt)).limit(RECENT_MAX);
  const found: string[] = [];
  for (const one of candidates) {
    const grams = sql`array[${sql.join(
      gramsOfQuery(ctx.account.id, one.word).map((gram) => sql`${gram}::integer`),
      sql`, `,
    )}]`;
    // Whole words at the beginning or the end of a line: of a name, or of a company.
    const pattern = `(^|\n)${one.word.replace(/[^\p{L}\p{N}]/gu, '.')}($|[\n ])|[\n ]${one.word.replace(/[^\p{L}\p{N}]/gu, '.')}($|\n)`;
    const indexed = await read(sql`search_grams @> ${grams} and search_text ~ ${pattern}`).limit(50);
    if ([...indexed, ...unindexed].some((person) => isOf(one, person))) found.push(one.word);
  }
  return found;
}

async function findNotes(ctx: UserContext, contactId: string, texts: readonly string[]): Promise<string[]> {
  const recent = await ctx.db
    .select({ id: contacts.id, notes: contacts.notes })
    .from(contacts)
    .where(whereCan(ctx, 'see', 'contact'))
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(RECENT_MAX);
  const all = normalizeLookalikes(texts.join('\n'));
  return recent.flatMap(({ id, notes }) => {
    if (id === contactId || !notes || notes.length < NOTE_MIN || !isDistinct(notes)) return [];
    return isWordIn(all, normalizeLookalikes(notes)) ? [normalizeLookalikes(notes)] : [];
  });
}

/** Names, companies and notes of the requester's other contacts that occur in these texts and not in what is known. */
export async function findOtherPeople(
  ctx: UserContext,
  contactId: string,
  texts: readonly string[],
  known: KnownFacts,
): Promise<string[]> {
  const said = normalizeLookalikes([...known.trusted, ...known.quoted, known.recipient].join('\n'));
  const notes = await findNotes(ctx, contactId, texts);
  return [
    ...(await findNamed(ctx, contactId, candidatesIn(texts, known))),
    ...notes.filter((note) => !said.includes(note)),
  ];
}

/** True if a name or a note stands in a text as whole words. */
function isWordIn(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + part.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
