import { getTableColumns, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { asJson, EACH_ACCOUNT, EACH_MOMENT, prepareForEach } from '#server/db/prepared.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { signUp, signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();

const readName = prepareForEach<{ name: string; year: string; half: number }>(
  'test_name',
  sql`select (select username from users where id = ${EACH_ACCOUNT}) as name,
    extract(year from ${EACH_MOMENT})::int as year, ${0.5}::float as half`,
);

it('A prepared statement is run for several accounts at once, also in a transaction', async () => {
  const { app } = server.running;
  const { id } = await signUp(server);
  const asked = [
    { account: id, moment: new Date('2030-06-01') },
    { account: 'nobody', moment: new Date('2031-06-01') },
    { account: id, moment: new Date('2032-06-01') },
  ];
  const name = expect.stringMatching(/./);
  const read = [
    { name, year: 2030, half: 0.5 },
    { name: null, year: 2031, half: 0.5 },
    { name, year: 2032, half: 0.5 },
  ];
  expect(await readName(app, asked)).toEqual(read);
  expect(await app.db.transaction((db) => readName({ ...app, db }, asked))).toEqual(read);
});

it('A statement has a name only where no pooler stands before the database', async () => {
  const { app } = server.running;
  const readOne = prepareForEach('test_one', sql`select 1`);
  const isKept = (config: typeof app.config) =>
    app.db.transaction(async (db) => {
      await readOne({ db, config }, []);
      const { rows } = await db.execute(sql`select from pg_prepared_statements where name = 'test_one'`);
      return rows.length > 0;
    });
  expect(await isKept({ ...app.config, databaseDirectUrl: 'postgres://direct.example' })).toBe(false);
  expect(await isKept(app.config)).toBe(true);
});

it('A list of contacts is planned once, but not for each search and tag, of which one may be rare', async () => {
  const owner = await signUp(server);
  const prepare = vi.spyOn(Object.getPrototypeOf(server.running.app.db._.session), 'prepareQuery');
  const namesFor = async (query: string) => {
    prepare.mockClear();
    for (const path of ['/api/contacts', '/api/contacts/people'])
      expect((await owner.call('GET', `${path}${query}`)).status).toBe(200);
    const names = prepare.mock.calls.map((given) => String(given[2]).split(' ')[0]);
    return names.filter((name) => name === 'contacts' || name === 'people');
  };
  try {
    expect(await namesFor('?filter=recent')).toEqual(['contacts', 'people']);
    expect([await namesFor('?q=grace'), await namesFor('?tag=rare')]).toEqual([[], []]);
  } finally {
    prepare.mockRestore();
  }
});

it('A row that is read as one value is as its columns give it', async () => {
  const { db } = server.running.app;
  await signUpWithCard(server);
  for (const table of [users, businessCards]) {
    const rows = await db
      .select({ plain: getTableColumns(table), value: asJson(getTableColumns(table)) })
      .from(table);
    expect(rows.map(({ value }) => value)).toEqual(rows.map(({ plain }) => plain));
    expect(rows.length).toBeGreaterThan(0);
  }
});
