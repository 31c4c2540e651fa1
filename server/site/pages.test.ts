import { expect, it } from 'vitest';
import { type Client, startTestServer } from '#test/server.ts';

const server = startTestServer();

async function ownerWithCard(
  username: string,
): Promise<{ owner: Client; id: string; put(changes: object): Promise<void> }> {
  const owner = server.client();
  const person = {
    username,
    email: `${username}@example.com`,
    password: 'correct horse',
    fullName: 'Ada King',
  };
  expect((await owner('POST', '/api/auth/register', person)).status).toBe(200);
  const card = { name: 'Work', fullName: 'Ada King' };
  const { id } = (await owner('POST', '/api/cards', card)).body;
  const put = async (changes: object) => {
    expect((await owner('PUT', `/api/cards/${id}`, { ...card, ...changes })).status).toBe(200);
  };
  return { owner, id, put };
}

const open = async (call: Client, path: string) => {
  const { status, text } = await call('GET', path);
  return { status, text };
};

it('keeps a paused card to its owner, also after the owner has looked at it', async () => {
  const { owner, id, put } = await ownerWithCard('paused');
  await put({ isActive: false });
  expect(await open(owner, `/card/${id}`)).toMatchObject({
    status: 200,
    text: expect.stringContaining('Ada King'),
  });
  expect(await open(server.client(), `/card/${id}`)).toMatchObject({
    status: 404,
    text: expect.stringContaining('Card Not Found'),
  });
  await put({ isActive: true });
  expect((await open(server.client(), `/card/${id}`)).status).toBe(200);
});
