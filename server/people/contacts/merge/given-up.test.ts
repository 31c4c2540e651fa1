import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { contactJobs, purgeSubmissions } from '#server/people/contacts/contacts.jobs.ts';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const job = contactJobs.find(({ name }) => name === 'contact-operation');

/** An owner of 700 contacts, more than are changed at once, one of which cannot be changed. */
async function startStuck() {
  const { app } = server.running;
  const { call, id: userId } = await signUp(server, 'Ada Owner');
  await app.db.execute(sql`
    insert into contacts (id, user_id, full_name, created_at)
    select ${userId} || n, ${userId}, 'Guest', now() - n * interval '1 minute' from generate_series(1, 700) n`);
  vi.spyOn(app.queue, 'send').mockResolvedValue();
  const asOf = new Date().toISOString();
  const { body } = await call('POST', '/api/contacts/bulk', { action: 'favorite', all: { asOf } });
  expect(body).toMatchObject({ state: 'running', done: 500, error: null });
  const look = async () => (await call('GET', `/api/contacts/operations/${body.id}`)).body;
  return { app, call, id: body.id, look };
}

it('A change of many contacts whose last try fails ends in words, and can be undone', {
  tags: ['thorough'],
}, async () => {
  const { app, call, id, look } = await startStuck();
  const broken = {
    ...app,
    db: new Proxy(app.db, {
      get: (db, name) =>
        name === 'transaction' ? () => Promise.reject(new Error('Broken')) : Reflect.get(db, name, db),
    }),
  };
  const run = (isLastTry: boolean) =>
    job?.run(broken, { id } as never, 'job', new Date(), isLastTry, new AbortController().signal);
  await expect(run(false)).rejects.toThrow('Broken');
  expect((await look()).state).toBe('running');
  await run(true);
  expect(await look()).toEqual({
    ...{ id, kind: 'favorite', state: 'failed', done: 500 },
    error: 'This stopped in the middle because of a problem on our end. Undo it, or try again.',
  });
  await call('POST', `/api/contacts/operations/${id}/undo`);
  await job?.run(app, { id } as never, 'job', new Date(), false, new AbortController().signal);
  expect(await look()).toMatchObject({ state: 'undone', done: 0, error: null });
});

it('A change of many contacts whose job is gone, as after its process died at each try, ends within the hour', async () => {
  const { app, id, look } = await startStuck();
  vi.mocked(app.queue.send).mockRestore();
  await app.queue.send(app.db, 'contact-operation', { id }, { startAfter: new Date(Date.now() + 60_000) });
  await purgeSubmissions(app);
  expect((await look()).state).toBe('running');
  await app.db.execute(sql`update pgboss.job set state = 'failed' where data ->> 'id' = ${id}`);
  await purgeSubmissions(app);
  expect((await look()).state).toBe('failed');
  await app.db.execute(sql`delete from pgboss.job where data ->> 'id' = ${id}`);
});

it('A merge that has to wait for another to be undone can be undone after that', async () => {
  const { app } = server.running;
  const { call } = await signUp(server, 'Ada Owner');
  const add = async (fullName: string) => (await call('POST', '/api/contacts', { fullName })).body.id;
  const keep = await add('One');
  const merge = async (other: string) =>
    (await call('POST', '/api/contacts/merge', { keep, others: [other] })).body.operation.id;
  const operations = [await merge(await add('Two')), await merge(await add('Three'))];
  const [id] = operations;
  // An earlier release had begun to undo it.
  await app.db.execute(sql`update contact_operations set state = 'undoing' where id = ${id}`);
  await job?.run(app, { id } as never, 'job', new Date(), false, new AbortController().signal);
  const { body } = await call('GET', `/api/contacts/operations/${id}`);
  expect(body).toMatchObject({ state: 'done', done: 1, error: null });
  for (const one of operations.reverse())
    expect((await call('POST', `/api/contacts/operations/${one}/undo`)).body.state).toBe('undone');
});
