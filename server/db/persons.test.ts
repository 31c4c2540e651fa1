import fs from 'node:fs';
import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { createTestDatabase } from '#test/database.ts';

/** The lists of docs/decisions/353: whose each column and each table is. */
const [accountColumns, personColumns, accountTables, personTables, heldTables] = fs
  .readFileSync('docs/decisions/353-accounts-and-persons.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((line) => [...line.slice(line.indexOf(':')).matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name));
const schemas = import.meta.glob<Record<string, unknown>>('./schema/*.ts', { eager: true });

/** The columns that name an account, also where the account may be gone: "table" for its `user_id`. */
const references = Object.values(schemas)
  .flatMap((schema) => Object.values(schema).filter((one) => is(one, PgTable)))
  .flatMap((table) => {
    const { name: place, columns, foreignKeys } = getTableConfig(table);
    const toUsers = foreignKeys.map((key) => key.reference()).filter((key) => key.foreignTable === users);
    const names = toUsers.flatMap((key) => key.columns.map(({ name }) => name));
    const all = new Set([...names, ...columns.flatMap(({ name }) => (name === 'user_id' ? [name] : []))]);
    return [...all].map((name) => (name === 'user_id' ? place : `${place}.${name}`));
  });

let client: pg.Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "insert into users (id, kind, username, full_name) values ('team', 'team', 'acme', 'Acme'), ('ada', 'person', 'ada', 'Ada')",
  );
});
afterAll(async () => {
  await client.end();
  await drop();
});

const CHECK_VIOLATION = '23514';

describe('The row of a team', () => {
  it('has no column that the decision does not name once', () => {
    const columns = Object.values(getTableColumns(users)).map(({ name }) => name);
    expect([...(accountColumns ?? []), ...(personColumns ?? [])].sort()).toEqual(columns.sort());
  });

  it('is named by no column that the decision does not name once', () => {
    const named = [accountTables, personTables, heldTables].flatMap((list) => list ?? []);
    expect(named.sort()).toEqual(references.sort());
  });

  it.each(personColumns ?? [])('has no %s', async (column) => {
    const { dataType } = Object.values(getTableColumns(users)).find(({ name }) => name === column) ?? {};
    const value = { boolean: 'true', number: '60', date: 'now()' }[String(dataType)] ?? "'x@example.com'";
    const change = client.query(`update users set ${column} = ${value} where id = 'team'`);
    await expect(change).rejects.toMatchObject({
      code: CHECK_VIOLATION,
      constraint: 'users_team_is_no_person',
    });
    await client.query(`update users set ${column} = ${value} where id = 'ada'`);
  });

  it('never becomes that of a person, nor the reverse', async () => {
    const change = client.query(
      "update users set kind = case kind when 'team' then 'person' else 'team' end",
    );
    await expect(change).rejects.toMatchObject({ code: CHECK_VIOLATION });
  });

  it.each(heldTables ?? [])('has no rows in %s', async (table) => {
    // The trigger is asked before the other columns are.
    const added = client.query(`insert into ${table} (user_id) values ('team')`);
    await expect(added).rejects.toMatchObject({
      code: CHECK_VIOLATION,
      message: `Only persons have rows in ${table}.`,
    });
  });

  it('has a name that no person has, in any case', async () => {
    const person = client.query("insert into users (id, username, full_name) values ('eve', 'ACME', 'Eve')");
    await expect(person).rejects.toMatchObject({ constraint: 'users_username_key' });
    const team = client.query(
      "insert into users (id, kind, username, full_name) values ('b', 'team', 'Ada', 'B')",
    );
    await expect(team).rejects.toMatchObject({ constraint: 'users_username_key' });
  });

  it('is not in the view of persons', async () => {
    const { rows } = await client.query('select id from persons');
    expect(rows).toEqual([{ id: 'ada' }]);
  });
});
