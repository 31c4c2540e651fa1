import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEWEST_MAJOR } from '#server/db/embedded/binaries.ts';
import { createTestDatabase } from '#test/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('gives the product a database with all that is in it, and no other right', async () => {
  const { rows } = await client.query(`
    select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
      (select datdba from pg_database where datname = current_database()) = oid as "ownsDatabase",
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relowner <> pg_roles.oid) as others
    from pg_roles where rolname = current_user`);
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      ownsDatabase: true,
      others: 0,
    },
  ]);
});

it('runs on the PostgreSQL and in the locale that the run asks for', async () => {
  const { TEST_POSTGRES = NEWEST_MAJOR, TEST_ICU_LOCALE } = process.env;
  const { rows } = await client.query("select version(), lower('I') as small, 'a' < 'B' as alphabetical");
  expect(rows[0].version).toContain(`PostgreSQL ${TEST_POSTGRES}.`);
  expect([rows[0].small, rows[0].alphabetical]).toEqual(
    TEST_ICU_LOCALE === 'tr' ? ['ı', true] : ['i', false],
  );
});
