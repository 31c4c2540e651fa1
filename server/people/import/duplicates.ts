import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Db } from '#server/db/open.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** Which people of a file are among the contacts already, or earlier in the same file. */

/** See `matchKeysOf`. */
export const isNameKey = (key: string): boolean => key.startsWith('n');

export interface KnownContact {
  contactId: string;
  hasMail: boolean;
}

interface Wanted {
  keys: readonly string[];
  hasMail: boolean;
}

/** Contacts that share a key, at most: of so many of one name, one may as well be another person. */
const OF_ONE_KEY = 20;

export interface Duplicates {
  /**
   * Who it is by an address or a number, or by the name where at most one of the two has an address: two of one name
   * with different addresses are two people.
   */
  find(row: Wanted): KnownContact | null;
  /** From now on, this row is known. */
  add(row: Wanted, contactId: string): void;
}

/** Rows that came before, by key. */
interface Earlier {
  of(key: string): readonly KnownContact[];
  add(key: string, known: KnownContact): void;
}

function createEarlier(): Earlier {
  const rows = new Map<string, KnownContact[]>();
  return {
    of: (key) => rows.get(key) ?? [],
    add(key, known) {
      const others = rows.get(key);
      if (!others) rows.set(key, [known]);
      else if (others.length < OF_ONE_KEY) others.push(known);
    },
  };
}

/** Likewise for a whole file: of each key it keeps a number, and forgets which contact it was. */
export function createSeen(): Earlier {
  const seen = new Set<number>();
  const bare = (key: string) => numberOf(`${key} without an address`);
  return {
    of: (key) => (seen.has(numberOf(key)) ? [{ contactId: '', hasMail: !seen.has(bare(key)) }] : []),
    add(key, { hasMail }) {
      seen.add(numberOf(key));
      if (!hasMail && isNameKey(key)) seen.add(bare(key));
    },
  };
}

/** 52 bits of a hash: among a million keys, no two have the same number but by a chance of one in ten thousand. */
const numberOf = (key: string): number => Number.parseInt(hash('sha256', key, 'hex').slice(0, 13), 16);

/** Looks these keys up among the contacts of an account, by index. */
export async function findDuplicates(
  db: Db,
  userId: AccountId,
  keys: readonly string[],
  known: Earlier = createEarlier(),
): Promise<Duplicates> {
  const unique = JSON.stringify([...new Set(keys)]);
  const { rows } = await db.execute<{ key: string; contactId: string; hasMail: boolean }>(sql`
    select wanted.key, found.contact_id as "contactId", found.has_mail as "hasMail"
    from json_array_elements_text(${unique}::json) as wanted (key)
    cross join lateral (
      select contact_matches.contact_id, c.email is not null as has_mail
      from contact_matches join contacts c on c.id = contact_matches.contact_id
      where ${whereCan(systemFor(userId), 'see', 'contactMatch')} and contact_matches.key = wanted.key
      limit ${OF_ONE_KEY}
    ) as found`);
  const stored = new Map<string, KnownContact[]>();
  for (const { key, contactId, hasMail } of rows) {
    stored.set(key, [...(stored.get(key) ?? []), { contactId, hasMail }]);
  }
  const of = (key: string) => [...(stored.get(key) ?? []), ...known.of(key)];
  return {
    find({ keys: wanted, hasMail }) {
      const sure = wanted.filter((key) => !isNameKey(key)).flatMap(of);
      const named = wanted.filter(isNameKey).flatMap(of);
      return sure[0] ?? named.find((one) => !(one.hasMail && hasMail)) ?? null;
    },
    add({ keys: wanted, hasMail }, contactId) {
      for (const key of wanted) known.add(key, { contactId, hasMail });
    },
  };
}
