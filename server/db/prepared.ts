import { createHash } from 'node:crypto';
import { type Query, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
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

type Prepared<Row> = { execute: { rows: Row[] }; all: unknown; values: unknown };
/** What a statement needs to be kept by connections that can. */
interface Preparing {
  db: Db;
  config: Config;
}
const prepare = <Row>({ db, config }: Preparing, name: string, query: Query) =>
  db._.session.prepareQuery<Prepared<Row>>(
    query,
    undefined,
    keepsStatements(config) ? name : undefined,
    false,
  );

/**
 * Several lists in one statement, and so from one snapshot; their values are those of JSON. Each connection keeps it under `name`
 * and its text, so texts must be few: what differs between calls goes into parameters.
 */
export async function readTogether<Lists extends Record<keyof Lists, unknown[]>>(
  ctx: Preparing,
  name: string,
  lists: Record<keyof Lists, SQL>,
): Promise<Lists> {
  const columns = Object.entries<SQL>(lists).map(
    ([column, list]) =>
      sql`(select coalesce(json_agg(one), '[]') from (${list}) as one) as ${sql.identifier(column)}`,
  );
  const query = dialect.sqlToQuery(sql`select ${sql.join(columns, sql`, `)}`);
  const text = createHash('sha256').update(query.sql).digest('base64url');
  const { rows } = await prepare<Lists>(ctx, `${name} ${text}`, query).execute();
  return rows[0] as Lists;
}

/** The only row of a statement for each account and moment, in this order. */
type RunPrepared<Row> = (ctx: Preparing, each: { account: string; moment: Date }[]) => Promise<Row[]>;

/** `name` is the statement's own, among all that a connection keeps; it has one row for each account. */
export function prepareForEach<Row>(name: string, statement: SQL): RunPrepared<Row> {
  const query = forEach(statement);
  return async (ctx, each) => {
    const { rows } = await prepare<Row>(ctx, name, query).execute({ each: JSON.stringify(each) });
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
