import { describe, expect, it } from 'vitest';
import { type Client, startTestServer } from '#test/server.ts';

const server = startTestServer();

async function signedIn(username: string): Promise<Client> {
  const call = server.client();
  const body = {
    username,
    email: `${username}@example.com`,
    password: 'correct horse',
    fullName: 'Ada Owner',
  };
  expect((await call('POST', '/api/auth/register', body)).status).toBe(200);
  return call;
}

async function meet(owner: Client, fullName: string, notes: string): Promise<string> {
  const { body: card } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada Owner' });
  const details = { fullName, email: 'guest@example.com', notes, cardId: card.id };
  const { status, body } = await server.client()('POST', '/api/contacts/exchange', details);
  expect(status).toBe(200);
  return body.id;
}

describe('Notes on a contact', () => {
  it('are changed by their owner, cleaned, and emptied', async () => {
    const owner = await signedIn('ada');
    const path = `/api/contacts/${await meet(owner, 'Grace Hopper', 'Met at the fair')}`;
    const changed = await owner('PATCH', path, { notes: '  Call in May\r\nabout compilers\u0000 ' });
    expect(changed).toMatchObject({
      status: 200,
      body: { fullName: 'Grace Hopper', notes: 'Call in May\nabout compilers' },
    });
    expect((await owner('PATCH', path, {})).body.notes).toBe('Call in May\nabout compilers');
    expect((await owner('PATCH', path, { notes: '' })).body.notes).toBeNull();
    expect((await owner('GET', '/api/contacts')).body).toMatchObject([{ notes: null }]);
  });

  it('are all that can be changed, within their length', async () => {
    const owner = await signedIn('barbara');
    const path = `/api/contacts/${await meet(owner, 'Katherine Johnson', 'Hello')}`;
    const { body } = await owner('PATCH', path, { notes: 'Hi', fullName: 'Someone', isFavorite: true });
    expect(body).toMatchObject({ notes: 'Hi', fullName: 'Katherine Johnson', isFavorite: false });
    const refused = await owner('PATCH', path, { notes: 'x'.repeat(2_001) });
    expect(refused).toMatchObject({ status: 422, body: { fields: { notes: expect.any(String) } } });
  });

  it('are out of reach for others and the signed out', async () => {
    const owner = await signedIn('carol');
    const path = `/api/contacts/${await meet(owner, 'Dorothy Vaughan', 'Hello')}`;
    const other = await signedIn('mallory');
    expect((await other('PATCH', path, { notes: 'mine now' })).status).toBe(404);
    expect((await server.client()('PATCH', path, { notes: 'x' })).status).toBe(401);
    expect((await owner('GET', '/api/contacts')).body).toMatchObject([{ notes: 'Hello' }]);
  });
});
