import { sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { isOnTeamPage } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { toPage, toPosition } from '#server/db/keyset.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { Page } from '#shared/contract/api.ts';
import { foldText } from '#shared/formats/fold.ts';

/** The people on a team's page, by name. */

export interface PageOfPeople extends Page<PersonOnPage> {
  /** Of all of them, or of those that match. */
  total: number;
}

export interface PersonOnPage {
  /** Of their card. */
  id: string;
  fullName: string;
  jobTitle: string | null;
  department: string | null;
  profileImage: string | null;
  [column: string]: unknown;
}

/** Few enough for the page to weigh no more than a card's. */
const PEOPLE_A_PAGE = 42;

/**
 * Searched and sorted here, as searches fold text (`foldText`): a team has 5,000 people at most, and reading and sorting
 * 1,000 of them took 65 ms on two busy cores (docs/decisions/366).
 */
export async function listPeopleOnPage(
  { readDb, readTimeout }: Pick<AppContext, 'readDb' | 'readTimeout'>,
  teamId: AccountId,
  { query, after }: { query: string; after: string | undefined },
): Promise<PageOfPeople> {
  const from = toPosition(after);
  const { rows } = await readTimeout.within(() =>
    readDb.execute<PersonOnPage>(sql`
      select c.id, c.full_name as "fullName", c.job_title as "jobTitle", c.department, c.profile_image as "profileImage"
      from business_cards c join team_page_cards a on a.card_id = c.id
        join users u on u.id = c.user_id join persons h on h.id = c.holder_id
      where ${whereCan(systemFor(teamId), 'list', 'card', 'c')} and ${isOnTeamPage()}`),
  );
  const words = foldText(query).split(' ').filter(Boolean);
  const fold = createFold();
  const found = rows
    .map((row) => ({ ...row, key: foldText(row.fullName) }))
    .filter(({ key, jobTitle, department }) => {
      if (words.length === 0) return true;
      const text = [key, fold(jobTitle ?? ''), fold(department ?? '')].join('\n');
      return words.every((word) => text.includes(word));
    })
    .toSorted(compare);
  const next = from ? found.filter((row) => compare(row, from) > 0) : found;
  return { ...toPage(next.slice(0, PEOPLE_A_PAGE + 1), PEOPLE_A_PAGE, (row) => row), total: found.length };
}

/** Titles and departments are those of many people. */
function createFold(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const folded = known.get(text) ?? foldText(text);
    known.set(text, folded);
    return folded;
  };
}

const compare = (a: { key: string; id: string }, b: { key: string; id: string }): number =>
  a.key === b.key ? (a.id < b.id ? -1 : Number(a.id > b.id)) : a.key < b.key ? -1 : 1;
