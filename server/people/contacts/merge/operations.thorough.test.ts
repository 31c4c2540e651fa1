import { expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it('Changes of many contacts and merges are listed, newest first, until they are forgotten; not those of nobody', async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const add = async (fullName: string): Promise<string> =>
    (await call('POST', '/api/contacts', { fullName })).body.id;
  const [one, two, three] = [await add('One'), await add('Two'), await add('Three')];
  const list = async (query = '') => (await call('GET', `/api/contacts/operations${query}`)).body;
  expect(await list()).toEqual([]);
  await call('POST', '/api/contacts/bulk', { action: 'tag', tag: 'Fair', ids: [one, two] });
  await call('POST', '/api/contacts/bulk', { action: 'tag', tag: 'Fair', ids: [one] });
  await call('POST', '/api/contacts/merge', { keep: one, others: [two] });
  const { body } = await call('POST', '/api/contacts/bulk', { action: 'delete', ids: [three] });
  const deleted = { id: body.id, kind: 'delete', state: 'done', done: 1, changed: 1, error: null, tag: null };
  const tagged = { kind: 'tag', done: 2, tag: 'Fair' };
  const all = await list();
  expect(all).toMatchObject([deleted, { kind: 'merge', done: 1, tag: null }, tagged]);
  expect(await list('?limit=1')).toEqual([all[0]]);

  await call('POST', `/api/contacts/operations/${body.id}/undo`);
  await call('POST', `/api/contacts/operations/${all[1].id}/undo`);
  expect(await list()).toMatchObject([
    { ...deleted, state: 'undone', done: 0 },
    { kind: 'merge', state: 'undone', changed: 1 },
    tagged,
  ]);
  const other = await signUp(server, 'Other Owner');
  expect((await other.call('GET', '/api/contacts/operations')).body).toEqual([]);
});
