import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { Db } from '#server/db/open.ts';

/**
 * Does what the foreign keys to a row would do when it is deleted, before that: a row may have a million others that go with
 * it, and one statement would hold their locks, and everybody who waits for these, for minutes (docs/decisions/391).
 */

/** A foreign key: rows of `table` with the id in `column` go as well, or lose it. */
export interface Reference {
  table: string;
  column: string;
  isCascade: boolean;
  /** The columns of `table` with the accounts to which its rows belong. */
  owners: string[];
}

/** The rows of a transaction. */
export const SLICE_ROWS = 500;

/** The foreign keys to a table; with those first that take most along. */
export async function readReferences(db: Db, to: 'users' | 'business_cards'): Promise<Reference[]> {
  const { rows } = await db.execute<Reference & Record<string, unknown>>(sql`
    with keys as (
      select k.conrelid, k.confrelid, k.confdeltype, a.attname::text as name
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f'
    )
    select conrelid::regclass::text as "table", name as "column", confdeltype = 'c' as "isCascade",
      array(
        select o.name from keys o
        where o.conrelid = keys.conrelid and o.confrelid = 'users'::regclass and o.confdeltype = 'c'
      ) as owners
    from keys where confrelid = ${to}::regclass and confdeltype in ('c', 'n')
    order by conrelid <> 'contacts'::regclass, 1, 2`);
  return rows;
}

/** The statement that deletes the rows that refer to `id`, or takes it from them. */
export const eraseStatement = ({ table, column, isCascade }: Reference, id: string): SQL => {
  const name = sql.identifier(column);
  return isCascade
    ? sql`delete from ${sql.identifier(table)} where ${name} = ${id}`
    : sql`update ${sql.identifier(table)} set ${name} = null where ${name} = ${id}`;
};

interface Erasing {
  rows?: number | undefined;
  stopping?: AbortSignal | undefined;
}

/**
 * Follows these references to `id` until nothing has it any more, a slice of rows at a time, and rests after each for as long
 * as it took. Returns false if it was told to stop before that.
 */
export async function eraseReferences(
  app: { db: Db; now(): Date },
  references: readonly Reference[],
  id: string,
  { rows = SLICE_ROWS, stopping }: Erasing = {},
): Promise<boolean> {
  for (const reference of references) {
    for (let found = rows; found === rows; ) {
      if (stopping?.aborted) return false;
      const startedAt = performance.now();
      found = await eraseSlice(app, reference, id, rows);
      if (found > 0) await rest(performance.now() - startedAt, stopping);
    }
  }
  return true;
}

/** Ends early when it is told to stop, which is all that it can fail of. */
const rest = (ms: number, signal?: AbortSignal) =>
  sleep(ms, null, signal ? { signal } : {}).catch(() => null);

/** Returns how many rows it found. */
async function eraseSlice(
  app: { db: Db; now(): Date },
  reference: Reference,
  id: string,
  most: number,
): Promise<number> {
  const { table, column, owners } = reference;
  const of = sql.join([sql`null`, ...owners.map((owner) => sql.identifier(owner))], sql`, `);
  const { rows } = await app.db.execute<{ place: string; owners: string[] }>(sql`
    select ctid::text as place, array[${of}] as owners from ${sql.identifier(table)}
    where ${sql.identifier(column)} = ${id} limit ${most}`);
  if (rows.length === 0) return 0;
  const places = sql`${`{${rows.map(({ place }) => `"${place}"`).join(',')}}`}::tid[]`;
  const accounts = JSON.stringify([...new Set(rows.flatMap((row) => row.owners))]);
  await writeInOrderOf(app, sql`select json_array_elements_text(${accounts}::json)`, SYSTEM, (tx) =>
    tx.execute(sql`${eraseStatement(reference, id)} and ctid = any (${places})`),
  );
  return rows.length;
}
