import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { keepsStatements } from '#server/db/prepared.ts';

/**
 * How long statements may take, and wait for a lock, by who waits for them. A pooler hands each transaction to another
 * connection, so the times travel with each transaction, and cost no round trip (docs/decisions/391).
 */

/** In milliseconds. */
export interface StatementTimes {
  statementMs: number;
  lockMs: number;
}

type Role = 'visitors' | 'signedIn' | 'jobs';

const LOCK_MS = 5_000;

/** Commands, upkeep and what listens for changes have no limit. */
export const STATEMENT_TIMES: Readonly<Record<Role, StatementTimes>> = {
  visitors: { statementMs: 1_000, lockMs: LOCK_MS },
  signedIn: { statementMs: 10_000, lockMs: LOCK_MS },
  jobs: { statementMs: 300_000, lockMs: LOCK_MS },
};

/** How the statements of a role come by their times: their connection has them, or they bring them along. */
export interface Timing extends StatementTimes {
  isByConnection: boolean;
}

/** Connections that lead through no pooler have the times of those who ask most. */
export function timingsOf(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  times = STATEMENT_TIMES,
): Record<Role, Timing> {
  return {
    visitors: { ...times.visitors, isByConnection: false },
    signedIn: { ...times.signedIn, isByConnection: keepsStatements(config) },
    jobs: { ...times.jobs, isByConnection: false },
  };
}

/** The part of a pool's settings that gives its connections these times. */
export const connectionTimes = (timing: Timing): Pick<pg.PoolConfig, 'onConnect'> =>
  timing.isByConnection
    ? {
        async onConnect(client) {
          await client.query(setTimes(timing, 'session'));
          await client.query({ name: SET_NAME, text: SET_TEXT, values: toValues(timing) });
        },
      }
    : {};

const setTimes = ({ statementMs, lockMs }: StatementTimes, scope: 'local' | 'session') =>
  `set ${scope} statement_timeout = ${statementMs}; set ${scope} lock_timeout = ${lockMs}`;

/** A view of a pool whose statements, each a transaction of its own, and whose transactions end in time. */
export function limitTimes(pool: pg.Pool, timing: Timing): pg.Pool {
  if (timing.isByConnection) return pool;
  return Object.assign(Object.create(pool) as pg.Pool, {
    query: (statement: pg.QueryConfig, values?: unknown[]) =>
      pool.query(new TimedQuery(statement, values, timing)),
    connect: async () => beginTimed(await pool.connect(), timing),
  });
}

/** A view of a connection whose transactions begin with their times. */
function beginTimed(client: pg.PoolClient, timing: Timing): pg.PoolClient {
  const query = (statement: pg.QueryConfig, values?: unknown[]) =>
    client.query(
      statement.text.startsWith('begin')
        ? { ...statement, text: `${statement.text}; ${setTimes(timing, 'local')}` }
        : statement,
      values,
    );
  return Object.assign(Object.create(client) as pg.PoolClient, { query });
}

/** Parts of the driver's connection and statement that its types leave out. */
interface Wire {
  /** The text of each statement that it keeps, by name. */
  parsedStatements: Record<string, string>;
  parse(message: { text: string }): void;
  bind(message: { statement: string; values: string[] }): void;
  execute(message: object): void;
}
interface ExtendedQuery extends pg.Query {
  queryMode: 'extended';
  prepare(connection: Wire): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}
const ExtendedQuery = pg.Query as unknown as new (
  statement: pg.QueryConfig,
  values: unknown[] | undefined,
) => ExtendedQuery;

/**
 * Finds nothing. It is kept from when a connection opens: the driver takes the first of two statements that PostgreSQL has parsed in
 * one pipeline for its own.
 */
const SET_TEXT = `select where set_config('statement_timeout', $1, true) is null or set_config('lock_timeout', $2, true) is null`;
const SET_NAME = 'goldleaf times';
const toValues = ({ statementMs, lockMs }: StatementTimes) => [String(statementMs), String(lockMs)];

/**
 * A statement with its times in front. Until `Sync` both are one transaction, and PostgreSQL starts the clock of a
 * statement with its own first message. Source: PostgreSQL, frontend/backend protocol, extended query.
 */
class TimedQuery extends ExtendedQuery {
  readonly #timing: Timing;
  #isTimed = false;

  constructor(statement: pg.QueryConfig, values: unknown[] | undefined, timing: Timing) {
    super(statement, values);
    this.queryMode = 'extended';
    this.#timing = timing;
  }

  override prepare(connection: Wire): void {
    const statement = connection.parsedStatements[SET_NAME] ? SET_NAME : '';
    if (!statement) connection.parse({ text: SET_TEXT });
    connection.bind({ statement, values: toValues(this.#timing) });
    connection.execute({});
    super.prepare(connection);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isTimed) super.handleCommandComplete(message, connection);
    this.#isTimed = true;
  }
}
