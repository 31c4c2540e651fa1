import { and, eq, inArray } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { foldCase } from '#server/db/columns.ts';
import type { Db } from '#server/db/open.ts';
import type { teamListRows } from '#server/db/schema/team-lists.ts';
import { persons, teamMembers } from '#server/db/schema/users.ts';
import { findOpenInvites } from '#server/teams/invites/prepare.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { Listed } from '#shared/teams/lists.ts';
import { toListed } from './list-person.ts';
import type { ListRow } from './read-lists.ts';

/** Finds out which rows of a list can become a card. */

export type FileRow = typeof teamListRows.$inferSelect;
export type Judged = FileRow &
  ({ person: Listed; outcome: 'prepared' } | { person: null; outcome: 'skipped' | 'failed'; note: string });

/** The rows in their order. Of an address that is in the file twice, the first row counts. */
export async function judgeRows(db: Db, list: ListRow, rows: readonly FileRow[]): Promise<Judged[]> {
  const read = rows.map((row) => ({
    row,
    ...(row.cells
      ? toListed(row.cells, list.columns, list.role)
      : { person: null, error: row.note ?? 'This line can’t be read.' }),
  }));
  const emails = read.flatMap(({ person }) => person?.email.toLowerCase() ?? []);
  const open = await findOpenInvites(db, list.userId, emails);
  const members = await findMemberAddresses(db, list.userId, emails);
  const lines = new Map<string, number>();
  return read.map(({ row, person, error }): Judged => {
    if (!person) return { ...row, person, outcome: 'failed', note: error };
    const skip = (note: string): Judged => ({ ...row, person: null, outcome: 'skipped', note });
    const email = person.email.toLowerCase();
    const first = lines.get(email);
    if (first !== undefined) return skip(`Line ${first} has this address, too.`);
    lines.set(email, row.line);
    if (members.has(email)) return skip(`${person.email} is in the team already.`);
    if (open.has(email)) return skip(`${person.email} has an open invite already.`);
    return { ...row, person, outcome: 'prepared' };
  });
}

/** Those of these addresses, in lower case, that people in the team sign in with. */
async function findMemberAddresses(db: Db, teamId: AccountId, emails: string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .select({ email: persons.email })
    .from(teamMembers)
    .innerJoin(persons, eq(persons.id, teamMembers.userId))
    .where(
      and(
        whereCan(systemFor(teamId), 'see', 'teamMember'),
        inArray(foldCase(persons.email), emails.map(foldCase)),
      ),
    );
  return new Set(rows.map(({ email }) => email?.toLowerCase() ?? ''));
}
