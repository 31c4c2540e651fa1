import { expect, it, vi } from 'vitest';
import { type Client, startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

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

it('shows a paused card to its owner only, even after the owner has viewed it', async () => {
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

it('shows a team’s paused card, and its files, to whoever holds it and runs the team', async () => {
  const { teamId, cardId, owner, admin, member, outsider } = await addWholeTeam(server);
  const at = `/api/cards/${cardId}?account=${teamId}`;
  expect((await owner.call('PUT', at, { isActive: false })).status).toBe(200);
  for (const path of [`/card/${cardId}`, `/api/cards/${cardId}/qr.svg`]) {
    for (const { call } of [owner, admin, member]) expect((await call('GET', path)).status).toBe(200);
    for (const call of [outsider.call, server.client()]) expect((await call('GET', path)).status).toBe(404);
  }
});

it('says what to do in a page, not in JSON, to browsers while the database is down', async () => {
  const render = vi.spyOn(server.running.app.pages, 'render');
  const away = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
  render.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  const looking = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await server.client()('GET', '/card/anycard234', undefined, looking);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('Please try again in a moment.');
  expect((await server.client()('GET', '/card/anycard234')).body).toMatchObject({ code: 'unavailable' });
});
