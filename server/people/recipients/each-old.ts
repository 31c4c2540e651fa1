import { and, desc, lte } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { rest } from '#server/db/delete-in-steps.ts';
import { isOlder } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';
import { readByPages } from '#server/db/read-by-pages.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { isDueContact, isDueLead } from '#server/people/recipients/due-people.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** People of a step: what is done with them may hold their account meanwhile (docs/decisions/393). */
const AT_ONCE = 200;

/** Those who are deleted after a time. */
const AGING = [
  { kind: 'contact', table: contacts, isDue: isDueContact },
  { kind: 'lead', table: leadCaptures, isDue: isDueLead },
] as const;

export type ActOnPeople = (people: (typeof AGING)[number], ids: string[]) => PromiseLike<unknown>;

/**
 * Passes the ids of an owner's contacts and leads from before a moment to `act`, some at a time, and rests after each step for
 * as long as it took. Once `stopping` is aborted, it ends after its step.
 */
export async function eachOld(
  db: Db,
  ownerId: AccountId,
  before: Date,
  act: ActOnPeople,
  stopping?: AbortSignal,
): Promise<void> {
  for (const people of AGING) {
    const { kind, table } = people;
    const isTheirs = whereCan(systemFor(ownerId), 'see', kind);
    const pages = readByPages(
      (from, limit) =>
        db
          .select({ id: table.id, createdAt: table.createdAt })
          .from(table)
          // Not both: PostgreSQL would begin at the moment each time.
          .where(and(isTheirs, isOlder(table.createdAt, table.id, from) ?? lte(table.createdAt, before)))
          .orderBy(desc(table.createdAt), desc(table.id))
          .limit(limit),
      null,
      AT_ONCE,
    );
    for await (const page of pages) {
      if (stopping?.aborted) return;
      const startedAt = performance.now();
      await act(
        people,
        page.map(({ id }) => id),
      );
      await rest(startedAt, stopping);
    }
  }
}
