import { type SQL, sql } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import { isAt, rest } from '#server/db/delete-in-steps.ts';
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
  /** Columns in whose order an index has the rows with the same `column`. */
  order: string[];
  /** Keys to a row of `table`, by its value of `key`: such rows go before it. */
  children: Reference[];
  key: string | null;
}

/** The rows of a transaction. */
export const SLICE_ROWS = 500;

/** A foreign key, and the table and column that it refers to. */
type Link = Omit<Reference, 'children' | 'key'> & { to: string; toColumn: string };

/**
 * The foreign keys to a table: contacts first and cards last, since what refers to a card would lose it before it goes itself.
 * Contacts are many and take little along; a row of any other table may take any number of rows along, and these go before it.
 */
export async function readReferences(db: Db, to: string): Promise<Reference[]> {
  const links = await readLinks(db);
  const referencesTo = (table: string): Reference[] =>
    links.filter((link) => link.to === table).map((link) => ({ ...link, ...childrenOf(link) }));
  const childrenOf = ({ table, isCascade }: Link) => ({
    children: isCascade && table !== 'contacts' ? referencesTo(table) : [],
    key: links.find((link) => link.to === table)?.toColumn ?? null,
  });
  return referencesTo(to);
}

/** All foreign keys of one column. What refers with several goes with its row. */
async function readLinks(db: Db): Promise<Link[]> {
  const { rows } = await db.execute<Link & Record<string, unknown>>(sql`
    with keys as (
      select k.conrelid, k.confrelid, k.confdeltype, k.conkey[1] as number, a.attname::text as name, t.attname::text as to_name
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute t on t.attrelid = k.confrelid and t.attnum = k.confkey[1]
      where k.contype = 'f' and cardinality(k.conkey) = 1
    )
    select conrelid::regclass::text as "table", name as "column", confdeltype = 'c' as "isCascade",
      confrelid::regclass::text as "to", to_name as "toColumn",
      array(
        select o.name from keys o
        where o.conrelid = keys.conrelid and o.confrelid = 'users'::regclass and o.confdeltype = 'c'
      ) as owners,
      array(
        select a.attname::text from (${INDEX}) as i, unnest(i.columns) with ordinality as c (number, nth)
        join pg_attribute a on a.attrelid = keys.conrelid and a.attnum = c.number
        where c.nth > 1 order by c.nth
      ) as "order"
    from keys where confdeltype in ('c', 'n')
    order by conrelid = 'business_cards'::regclass, conrelid <> 'contacts'::regclass, 1, 2`);
  return rows;
}

/** An index of all rows that have a value in the column of the key, by further columns that none of them lacks. */
const INDEX = sql`
  select (i.indkey::int2[])[0:i.indnkeyatts - 1] as columns from pg_index i
  where i.indrelid = keys.conrelid and i.indkey[0] = keys.number and i.indnkeyatts > 1 and i.indisvalid and i.indexprs is null
    and coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', keys.name), true)
    and not exists (
      select from pg_attribute a where a.attrelid = i.indrelid and a.attnum <> keys.number
        and a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1]) and not a.attnotnull
    )
  order by i.indisunique desc limit 1`;

/** The statement that deletes the rows that refer to `id`, or takes it from them. */
export const eraseStatement = ({ table, column, isCascade }: Reference, id: string): SQL => {
  const name = sql.identifier(column);
  return isCascade
    ? sql`delete from ${sql.identifier(table)} where ${name} = ${id}`
    : sql`update ${sql.identifier(table)} set ${name} = null where ${name} = ${id}`;
};

/**
 * How many rows refer to each of these ids, or to such rows, as far as a slice and one more of each table: with few of them, a row
 * takes these along at once.
 */
export async function countReferring(
  db: Db,
  references: readonly Reference[],
  ids: readonly string[],
): Promise<Map<string, number>> {
  const counts = references.flatMap((reference) => countRows(reference, sql`= given.id`));
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select given.id, (${sql.join([sql`0`, ...counts], sql` + `)})::integer as count
    from json_array_elements_text(${JSON.stringify(ids)}::json) as given (id)`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

function countRows({ table, column, key, children }: Reference, isOne: SQL): SQL[] {
  const found = sql`from ${sql.identifier(table)} where ${sql.identifier(column)} ${isOne} limit ${SLICE_ROWS + 1}`;
  const inTurn = key === null ? [] : children;
  return [
    sql`(select count(*) from (select ${found}) as found)`,
    ...inTurn.flatMap((child) =>
      countRows(child, sql`= any (array(select ${sql.identifier(key ?? '')} ${found}))`),
    ),
  ];
}

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
  how: Erasing = {},
): Promise<boolean> {
  for (const reference of references) {
    // By keyset, as `doInSteps`.
    for (let after: string[] | null = null, kept = ''; ; ) {
      if (how.stopping?.aborted) return false;
      const slice: Found[] = await findSlice(app.db, reference, id, { after, rows: how.rows ?? SLICE_ROWS });
      for (const { key } of reference.children.length > 0 ? slice : [])
        if (!(await eraseReferences(app, reference.children, key, how))) return false;
      const count = await eraseSlice(app, reference, id, { slice, stopping: how.stopping });
      const places = slice.map(({ place }) => place).join();
      if (slice.length > 0 && count === 0 && places === kept)
        throw new Error(`Rows of ${reference.table} stay although they were erased.`);
      // Somebody may have changed or deleted them meanwhile.
      kept = count === 0 ? places : '';
      if (slice.length === 0 && after === null) break;
      // Once more from the start: a row may have changed its place.
      after = (reference.order.length > 0 && slice.at(-1)?.at) || null;
    }
  }
  return true;
}

/** A row that refers to an id, and where it stands among these. */
interface Found {
  place: string;
  owners: string[];
  key: string;
  /** Its values of `order`. */
  at: string[];
}

async function findSlice(
  db: Db,
  { table, column, owners, order, key }: Reference,
  id: string,
  { after, rows: most }: { after: string[] | null; rows: number },
): Promise<Found[]> {
  const listed = (parts: SQL[]) => sql.join(parts, sql`, `);
  // With the table: a name alone in `order by` would be that of a result.
  const named = (names: string[]) =>
    names.map((name) => sql`${sql.identifier(table)}.${sql.identifier(name)}`);
  const isLater =
    after && sql`and (${listed(named(order))}) >= (${listed(after.map((value) => sql`${value}`))})`;
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    select ctid::text as place, array[${listed(named(owners))}]::text[] as owners,
      ${key === null ? sql`null` : sql.identifier(key)} as key,
      array[${listed(named(order).map((name) => sql`${name}::text`))}]::text[] as at
    from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id} ${isLater ?? sql``}
    ${order.length > 0 ? sql`order by ${listed(named(order))}` : sql``} limit ${most}`);
  return rows;
}

async function eraseSlice(
  app: { db: Db; now(): Date },
  reference: Reference,
  id: string,
  { slice, stopping }: { slice: Found[]; stopping: AbortSignal | undefined },
): Promise<number> {
  if (slice.length === 0) return 0;
  const startedAt = performance.now();
  const accounts = JSON.stringify([...new Set(slice.flatMap(({ owners }) => owners))]);
  const { rowCount } = await writeInOrderOf(
    app,
    sql`select json_array_elements_text(${accounts}::json)`,
    SYSTEM,
    (tx) => tx.execute(sql`${eraseStatement(reference, id)} and ${isAt(slice)}`),
  );
  await rest(startedAt, stopping);
  return rowCount ?? 0;
}
