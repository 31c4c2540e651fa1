import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ANY_ACCOUNT, prepareStatement } from '#server/db/prepared.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();

const readName = prepareStatement<{ name: string; given: string }>(
  'test_name',
  sql`select username as name, ${sql.placeholder('given')}::text as given from users where id = ${ANY_ACCOUNT}`,
);

it('A prepared statement is run for one account after the other, also in a transaction', async () => {
  const { app } = server.running;
  const { id } = await signUp(server);
  const [row] = await readName(app, id, { given: 'pool' });
  expect(row).toEqual({ name: expect.any(String), given: 'pool' });
  const inside = await app.db.transaction((db) => readName({ ...app, db }, id, { given: 'transaction' }));
  expect(inside).toEqual([{ ...row, given: 'transaction' }]);
  expect(await readName(app, 'nobody', { given: '' })).toEqual([]);
});

it('A statement has a name only where no pooler stands before the database', async () => {
  const { app } = server.running;
  const readOne = prepareStatement('test_one', sql`select 1`);
  const isKept = (config: typeof app.config) =>
    app.db.transaction(async (db) => {
      await readOne({ db, config }, '');
      const { rows } = await db.execute(sql`select from pg_prepared_statements where name = 'test_one'`);
      return rows.length > 0;
    });
  expect(await isKept({ ...app.config, databaseDirectUrl: 'postgres://direct.example' })).toBe(false);
  expect(await isKept(app.config)).toBe(true);
});
