import { type SQL, sql } from 'drizzle-orm';
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

/** The only row of a statement for each account and moment, in this order. */
type RunPrepared<Row> = (
  ctx: { db: Db; config: Config },
  each: { account: string; moment: Date }[],
) => Promise<Row[]>;

/** `name` is the statement's own, among all that a connection keeps; it has one row for each account. */
export function prepareForEach<Row>(name: string, statement: SQL): RunPrepared<Row> {
  const query = forEach(statement);
  return async ({ db, config }, each) => {
    const named = keepsStatements(config) ? name : undefined;
    const prepared = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
      query,
      undefined,
      named,
      false,
    );
    const { rows } = await prepared.execute({ each: JSON.stringify(each) });
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
