import { expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { startReceiving } from '#test/receiving.ts';

const { app, get, giveAndOpen, kept, made, post } = startReceiving();

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function giveAndDelete() {
  const given = await giveAndOpen();
  const { body } = await made.owner('POST', '/api/contacts/bulk', { action: 'delete', ids: [given.id] });
  expect(body.state).toBe('done');
  expect(await kept(given.id)).toBeUndefined();
  return { ...given, undo: `/api/contacts/operations/${body.id}/undo` };
}

it('What an owner deleted and can bring back can be withdrawn, and then stays away', async () => {
  const { id, path, undo } = await giveAndDelete();
  const page = textOf((await get(path)).text);
  expect(page).toContain('deleted them, but can still bring them back unless you withdraw them.');
  expect(page).not.toContain('Edit your details');
  expect((await get(`${path}/details.json`)).body.details).toMatchObject({ email: expect.any(String) });
  for (const action of ['correct', 'withdraw-consent'])
    expect((await post(path, { action })).status).toBe(409);
  expect((await post(path, { action: 'withdraw' })).status).toBe(200);
  expect((await get(path)).status).toBe(404);
  await made.owner('POST', undo);
  expect(await kept(id)).toBeUndefined();
});

it('Once it is back, it can be corrected again', async () => {
  const { id, path, undo } = await giveAndDelete();
  expect((await made.owner('POST', undo)).status).toBe(200);
  expect(await kept(id)).toBeDefined();
  expect(textOf((await get(path)).text)).toContain('Edit your details');
});

it('A corrected number without a country code is one of the same country', async () => {
  const { path, id, email } = await giveAndOpen({ fullName: 'Grace', phone: '+1 202 555 0143' });
  const said = { action: 'correct', fullName: 'Grace', email, phone: '(202) 555-0150' };
  expect((await post(path, said)).status).toBe(303);
  expect(await kept(id)).toMatchObject({ phone: '(202) 555-0150', phoneE164: '+12025550150' });
});

it('No deletion is promised while its owner can’t be told of it, which pauses deletions', async () => {
  const { path } = await giveAndOpen();
  await made.owner('PUT', '/api/recipients/retention', { months: 6 });
  const read = async () => textOf((await get(path)).text);
  expect(await read()).toContain('They are deleted 6 months after the last contact');
  await app().db.update(users).set({ emailRefusedAt: app().now() });
  expect(await read()).toContain('keeps them until one of you deletes them.');
});
