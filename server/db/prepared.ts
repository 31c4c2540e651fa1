import { createHash } from 'node:crypto';
import { type AnyColumn, type GetColumnData, is, type Query, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/open.ts';
import { accountId } from '#shared/accounts/ids.ts';

/** Statements that signed-in calls make most: built once by each process, and planned once by each connection (docs/decisions/377). */

/** In such a statement, the account for which it is run, as in `systemFor(EACH_ACCOUNT)`; no id has braces. */
export const EACH_ACCOUNT = accountId.parse('{account}');
/** The moment for which it is run. */
export const EACH_MOMENT = sql`each.moment`;

/** True for connections that lead through no pooler: they keep named statements. */
export const keepsStatements = ({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): boolean => databaseUrl === databaseDirectUrl;

const dialect = new PgDialect();

/** Where a statement runs, and whether connections there can keep it. */
interface Preparing {
  db: Db;
  config: Config;
}

/** Prepares a statement under its name, or its name and text. `fields` are those of a table's rows, if it selects them. */
function prepare<Result>({ db, config }: Preparing, name: string | null, query: Query, fields?: Fields) {
  type Results = { execute: Result; all: unknown; values: unknown };
  const kept = name !== null && keepsStatements(config) ? name : undefined;
  return db._.session.prepareQuery<Results>(query, fields, kept, fields !== undefined);
}
type Fields = Parameters<Db['_']['session']['prepareQuery']>[1];

/**
 * A name for each text: they must be few, since connections keep them all. What differs between calls goes into parameters.
 * Null names none: the statement is planned for each call, since no single plan is best for all accounts.
 */
const nameOf = (name: string | null, { sql: text }: Query): string | null =>
  name && `${name} ${createHash('sha256').update(text).digest('base64url')}`;

/** Several lists in one statement, and so from one snapshot; their values are those of JSON. */
export async function readLists<Lists extends Record<keyof Lists, unknown[]>>(
  ctx: Preparing,
  name: string,
  wanted: Record<keyof Lists, SQL>,
): Promise<Lists> {
  const columns = Object.entries<SQL>(wanted).map(
    ([column, list]) =>
      sql`(select coalesce(json_agg(one), '[]') from (${list}) as one) as ${sql.identifier(column)}`,
  );
  const [lists] = await readPrepared<Lists>(ctx, name, sql`select ${sql.join(columns, sql`, `)}`);
  if (!lists) throw new Error('The lists were not returned.');
  return lists;
}

/** Columns under the names of their keys, without parameters: written once, as the text of many takes longer than all else. */
export const selectAs = (columns: Record<string, AnyColumn | SQL>): SQL => {
  const named = Object.entries(columns).map(([key, column]) => sql`${column} as ${sql.identifier(key)}`);
  return sql.raw(dialect.sqlToQuery(sql.join(named, sql`, `)).sql);
};

/** Such columns as one value of JSON. */
export const selectAsJson = (columns: Record<string, AnyColumn | SQL>): SQL =>
  sql`(select row_to_json(one) from (select ${selectAs(columns)}) as one)`;

/**
 * Columns as one value, for statements that run often and read wide rows: PostgreSQL describes each column of a result at
 * every execution, and reading that takes longer than reading the row. Only moments differ from what the columns alone give.
 */
export function asJson<Columns extends Record<string, AnyColumn>>(columns: Columns) {
  type Row = { [Key in keyof Columns]: GetColumnData<Columns[Key]> };
  const moments = Object.keys(columns).filter((key) => is(columns[key], PgTimestamp));
  return selectAsJson(columns).mapWith((value: Row): Row => {
    const fields = value as Record<string, unknown>;
    for (const key of moments) if (fields[key] !== null) fields[key] = new Date(fields[key] as string);
    return value;
  });
}

/** The rows of a statement. */
export async function readPrepared<Row>(ctx: Preparing, name: string | null, statement: SQL): Promise<Row[]> {
  const query = dialect.sqlToQuery(statement);
  const { rows } = await prepare<{ rows: Row[] }>(ctx, nameOf(name, query), query).execute();
  return rows;
}

/** Reads such columns of a table by what stands behind `from`. They take longer to write than all else, and are written once. */
export function prepareSelect<Columns extends Record<string, PgColumn | SQL>>(
  table: PgTable,
  columns: Columns,
) {
  type Row = {
    [Key in keyof Columns]: Columns[Key] extends AnyColumn
      ? GetColumnData<Columns[Key]>
      : DataOf<Columns[Key]>;
  };
  const fields = Object.entries(columns).map(([key, field]) => ({ path: [key], field }));
  const select = sql.raw(
    dialect.sqlToQuery(sql`select ${sql.join(Object.values(columns), sql`, `)} from ${table}`).sql,
  );
  return (ctx: Preparing, name: string | null, rest: SQL): Promise<Row[]> => {
    const query = dialect.sqlToQuery(sql`${select} ${rest}`);
    return prepare<Row[]>(ctx, nameOf(name, query), query, fields).execute();
  };
}
type DataOf<Column> = Column extends SQL<infer Data> ? Data : never;

/** The only row of a statement for each account and moment, in this order. */
type RunPrepared<Row> = (ctx: Preparing, each: { account: string; moment: Date }[]) => Promise<Row[]>;

/** `name` is the statement's own, among all that a connection keeps; it has one row for each account. */
export function prepareForEach<Row>(name: string, statement: SQL): RunPrepared<Row> {
  const query = forEach(statement);
  return async (ctx, each) => {
    const { rows } = await prepare<{ rows: Row[] }>(ctx, name, query).execute({ each: JSON.stringify(each) });
    return rows;
  };
}

/**
 * PostgreSQL expects 100 rows of any JSON, and that one of 200 passes such a condition. So it keeps its plan for one row: by the length
 * of an array, it would plan each short one anew, and for a hundred rows it may compile what it does for longer than it does it.
 */
function forEach(statement: SQL) {
  const one = dialect.sqlToQuery(statement);
  const params: unknown[] = [sql.placeholder('each')];
  const text = one.sql.replace(/\$(\d+)/g, (_, nth: string) => {
    const param = one.params[Number(nth) - 1];
    return param === EACH_ACCOUNT ? 'each.account' : `$${params.push(param)}`;
  });
  const each = 'json_to_recordset($1::json) as (account text, moment timestamptz)';
  return {
    sql: `select one.* from rows from (${each}) with ordinality as each (account, moment, nth),
      lateral (${text}) as one where coalesce(each.account, '') = each.account order by each.nth`,
    params,
  };
}
