import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/open.ts';
import { accountId } from '#shared/accounts/ids.ts';

/** Statements that signed-in calls make most: built once by each process, and planned once by each connection (docs/decisions/377). */

/** In such a statement, the account for which it is run, as in `systemFor(ANY_ACCOUNT)`; no id has braces. */
export const ANY_ACCOUNT = accountId.parse('{account}');

/** True for connections that lead through no pooler: they keep named statements. */
export const keepsStatements = ({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): boolean => databaseUrl === databaseDirectUrl;

const dialect = new PgDialect();

/** The rows of a statement for an account; `values` are those of its other placeholders. */
type RunPrepared<Row> = (
  ctx: { db: Db; config: Config },
  account: string,
  values?: Record<string, unknown>,
) => Promise<Row[]>;

/** `name` is the statement's own, among all that a connection keeps. */
export function prepareStatement<Row>(name: string, statement: SQL): RunPrepared<Row> {
  const built = dialect.sqlToQuery(statement);
  const params = built.params.map((param) => (param === ANY_ACCOUNT ? sql.placeholder('account') : param));
  const query = { ...built, params };
  return async ({ db, config }, account, values) => {
    const named = keepsStatements(config) ? name : undefined;
    const prepared = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
      query,
      undefined,
      named,
      false,
    );
    const { rows } = await prepared.execute({ ...values, account });
    return rows;
  };
}
