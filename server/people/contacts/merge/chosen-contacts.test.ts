import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it('All that match are those who were there, as they were: not whom an import adds with an older date', async () => {
  const { db } = server.running.app;
  const { call, id: userId } = await signUp(server, 'Ada Owner');
  const add = async (fullName: string): Promise<string> =>
    (await call('POST', '/api/contacts', { fullName })).body.id;
  await add('There');
  const changed = await add('Changed');
  const { body: chosen } = await call('POST', '/api/contacts/bulk/as-of');
  expect(chosen).toEqual({ asOf: expect.any(String) });
  await expect.poll(Date.now).toBeGreaterThan(Date.parse(chosen.asOf));

  await db.execute(sql`
    insert into contacts (id, user_id, full_name, source, created_at)
    values (${`${userId}old`}, ${userId}, 'Imported', 'import', now() - interval '1 year')`);
  await call('PATCH', `/api/contacts/${changed}`, { notes: 'Met again' });
  const { body } = await call('POST', '/api/contacts/bulk', { action: 'delete', all: { asOf: chosen.asOf } });
  expect(body).toMatchObject({ state: 'done', done: 1 });
  const names = (await call('GET', '/api/contacts')).body.map((row: { fullName: string }) => row.fullName);
  expect(names).toEqual(['Changed', 'Imported']);
});
