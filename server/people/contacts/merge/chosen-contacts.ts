import { sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Position } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';
import { byMoment, findPage } from '#server/db/search/search.ts';
import { SEARCHED } from '#server/db/search/search-sources.ts';
import { wantedBy } from '#server/people/contacts/contacts.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { ContactFilter } from '#shared/people/contact-filters.ts';
import type { BulkChange } from '#shared/people/contact-operations.ts';

/** The contacts that a change of many applies to. */

/** Contacts changed in one transaction; the first of them while the request waits. */
export const PAGE = 500;

export interface OperationDetails {
  tag?: string | undefined;
  ids?: string[] | undefined;
  all?: BulkChange['all'];
  except?: string[] | undefined;
  /** Ids done, or the last row of the list that was looked at. */
  at?: number;
  from?: Position | null;
  /** The tag leaves the owner's list once no contact has it. */
  isTagDeleted?: boolean;
  /** How many were changed before it was undone. */
  changed?: number;
}

interface Chunk {
  ids: string[];
  isLast: boolean;
  reached: Partial<OperationDetails>;
}

export async function nextPage(tx: Db, userId: AccountId, details: OperationDetails): Promise<Chunk> {
  const { ids, all, at = 0 } = details;
  if (ids) {
    const some = ids.slice(at, at + PAGE);
    return { ids: some, isLast: at + PAGE >= ids.length, reached: { at: at + PAGE } };
  }
  if (!all) throw new Error('An operation without a choice.');
  const asked = { now: () => new Date(all.asOf), account: { id: userId } };
  const filter: ContactFilter = all.filter ?? 'all';
  const found = await findPage(tx, {
    source: SEARCHED.contacts,
    order: byMoment(sql`created_at`),
    ...wantedBy(
      asked,
      { filter, tag: all.tag },
      sql`${whereCan(systemFor(userId), 'see', 'contact')} and created_at <= ${all.asOf}::timestamptz`,
    ),
    owner: userId,
    q: all.q,
    from: details.from ?? null,
    limit: PAGE,
  });
  const except = new Set(details.except);
  return {
    ids: found.rows.map(({ id }) => id).filter((id) => !except.has(id)),
    isLast: found.next === null,
    reached: { from: found.next },
  };
}
