import type pg from 'pg';

/**
 * Until migration 0004, two accounts could have names that differ only in letter case beyond ASCII ("ÄNNE" and "änne").
 * Now such names are equal, and the unique index cannot be built while both exist. The older account keeps its name.
 * The younger is renamed, always in the same way: `änne-2`, and `änne+2@…`, which many mail servers still deliver. The
 * operator is told, and tells them.
 */

const COLUMNS = ['username', 'email'] as const;

/** The name with a number: at its end, or before the @ of an address. */
const addNumber = (name: string, nth: number) =>
  name.includes('@') ? name.replace(/@(?=[^@]*$)/, `+${nth}@`) : `${name}-${nth}`;

/** True if the database is older than that migration, has accounts, and supports letter case beyond ASCII. */
async function mayHaveTwins(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(`
    select to_regclass('users') is not null and to_regprocedure('fold_case(text)') is null
      and exists (select from pg_collation where collname = 'und-x-icu') as may`);
  return rows[0]?.may === true;
}

/** Renames the younger account of each such pair in a database from before migration 0004; does nothing in others. */
export async function renameCaseTwins(
  client: pg.ClientBase,
  onRename: (sentence: string) => void,
): Promise<void> {
  if (!(await mayHaveTwins(client))) return;
  for (const column of COLUMNS) {
    const fold = (value: string) => `lower(${value} collate "und-x-icu")`;
    const { rows } = await client.query<{ id: string; name: string }>(`
      select id, name from (
        select id, ${column} as name,
          row_number() over (partition by ${fold(column)} order by created_at, id) as nth
        from users
      ) as accounts where nth > 1 order by name, id`);
    for (const { id, name } of rows) {
      for (let nth = 2, isFree = false; !isFree; nth += 1) {
        const next = addNumber(name, nth);
        const { rowCount } = await client.query(
          `update users set ${column} = $1 where id = $2
           and not exists (select from users where ${fold(column)} = ${fold('$1::text')})`,
          [next, id],
        );
        isFree = rowCount === 1;
        if (isFree)
          onRename(
            `The ${column} ${name} belongs to two accounts, which now differ in more than letter case: the younger (${id}) is ${next} from now on. Please tell its owner.`,
          );
      }
    }
  }
}
