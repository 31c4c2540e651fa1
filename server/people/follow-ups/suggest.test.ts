import { beforeAll, describe, expect, it } from 'vitest';
import type { Suggestion } from '#shared/people/follow-ups.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

const ORIGIN = 'https://cards.example.com';
const server = startTestServer({ PUBLIC_URL: ORIGIN }, () => new Date('2026-05-13T15:00:00Z'));

let owner: Client;
let cardId: string;
let path: string;

const signedIn = async (): Promise<Client> => (await signUp(server, 'Łukasz N.')).call;

beforeAll(async () => {
  owner = await signedIn();
  const card = { name: 'Work', fullName: 'Łukasz Nowak', jobTitle: 'Architect', company: 'Acme' };
  cardId = (await owner('POST', '/api/cards', card)).body.id;
  await server.client()('POST', '/api/contacts/exchange', {
    fullName: 'Ada Lovelace',
    email: 'ada@example.com',
    company: 'Engines',
    notes: 'Call me about the bridge',
    cardId,
  });
  const [contact] = (await owner('GET', '/api/contacts')).body;
  path = `/api/contacts/${contact.id}/followup-suggestions`;
});

const ask = async (): Promise<Suggestion[]> => (await owner('GET', path)).body;

describe('Suggestions for a contact', () => {
  it('use what the visitor shared, when, and the card they came through', async () => {
    const { status, body } = await owner('GET', path);
    expect(status).toBe(200);
    expect(body.map(({ type }: Suggestion) => type)).toEqual(['email', 'email', 'message']);
    const [letter] = body;
    for (const fact of ['Ada', 'today', 'Thank you for your message', `${ORIGIN}/card/${cardId}`])
      expect(letter.message).toContain(fact);
    expect(letter.message).toMatch(/Łukasz Nowak\nArchitect, Acme$/);
    expect(await ask()).toEqual(body);
  });

  it('are there for whoever in a team met the person', { tags: ['thorough'] }, async () => {
    const { teamId, cardId: ofTeam, admin, member } = await addWholeTeam(server);
    const person = { fullName: 'Ada Lovelace', email: 'ada@example.com', notes: 'See you', cardId: ofTeam };
    await server.client()('POST', '/api/contacts/exchange', person);
    for (const { call } of [member, admin]) {
      const [contact] = (await call('GET', `/api/contacts?account=${teamId}`)).body;
      const { status, body } = await call(
        'GET',
        `/api/contacts/${contact.id}/followup-suggestions?account=${teamId}`,
      );
      expect([status, body.length]).toEqual([200, 3]);
    }
  });

  it('are signed by who writes them, also where the card of a team is somebody else’s', async () => {
    const { teamId, cardId: ofTeam, admin, member } = await addWholeTeam(server);
    const person = { fullName: 'Ada Lovelace', email: 'ada@example.com' };
    await server.client()('POST', '/api/contacts/exchange', { ...person, cardId: ofTeam });
    await member.call('POST', `/api/contacts?account=${teamId}`, { ...person, fullName: 'Bea Byhand' });
    const readAll = async ({ call }: typeof member) => {
      const { body } = await call('GET', `/api/contacts?account=${teamId}&sort=name`);
      const letters = body.map(async ({ id, fullName }: { id: string; fullName: string }) => {
        const sent = await call('GET', `/api/contacts/${id}/followup-suggestions?account=${teamId}`);
        const { message } = sent.body[0];
        return [fullName, message.split('\n').slice(-2).join(), message.includes(`/card/${ofTeam}`)];
      });
      return Object.fromEntries((await Promise.all(letters)).map(([name, ...rest]) => [name, rest]));
    };
    expect(await readAll(member)).toEqual({
      'Ada Lovelace': [expect.stringMatching(/,Grace Hopper$/), true],
      'Bea Byhand': ['Mary Member,Acme', false],
    });
    expect(await readAll(admin)).toMatchObject({ 'Ada Lovelace': ['Adam Admin,Acme', false] });
  });

  it('lead to no card that strangers cannot open, nor to one that is gone', async () => {
    const hasLink = async () => JSON.stringify(await ask()).includes(`/card/${cardId}`);
    expect(await hasLink()).toBe(true);
    await owner('PUT', `/api/cards/${cardId}`, { isActive: false });
    expect(await hasLink()).toBe(false);
    await owner('PUT', `/api/cards/${cardId}`, { isActive: true });
    await owner('DELETE', `/api/cards/${cardId}`);
    expect(await hasLink()).toBe(false);
    expect((await ask())[0]?.message).toMatch(/Łukasz N\.$/);
    await owner('POST', `/api/cards/${cardId}/restore`);
    expect(await hasLink()).toBe(true);
  });

  it('come as asked for, all at once or one by one', async () => {
    const { status, body, headers } = await owner('POST', path, { language: 'en', line: 'See you in Porto' });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toHaveLength(3);
    const asEvents = { accept: 'text/event-stream, application/json' };
    const stream = await owner('POST', path, {}, asEvents);
    expect((await owner('GET', path, undefined, asEvents)).text).toBe(stream.text);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    const events = stream.text.split('\n\n').filter((event) => event.startsWith('event: '));
    expect(events.map((event) => event.split('\n')[0])).toEqual([
      'event: suggestion',
      'event: suggestion',
      'event: suggestion',
      'event: done',
    ]);
    expect(JSON.parse(events.at(-1)?.split('\ndata: ')[1] ?? '')).toEqual({
      writtenBy: 'composer',
      reason: null,
    });
  });

  it.each([
    { tone: 'rude' },
    { length: 'endless' },
    { language: 'tlh' },
    { line: 'x'.repeat(301) },
    { fresh: 1 },
  ])('are refused for a wish nobody can fulfil: %j', async (wish) => {
    expect((await owner('POST', path, wish)).status).toBe(422);
  });

  it('are for the owner of the contact only', async () => {
    expect((await server.client()('GET', path)).status).toBe(401);
    const other = await signedIn();
    expect((await other('GET', path)).status).toBe(404);
    expect((await other('GET', path, undefined, { accept: 'text/event-stream' })).status).toBe(404);
    expect((await other('POST', path, 'not JSON', { 'content-type': 'application/json' })).status).toBe(404);
    expect((await owner('GET', '/api/contacts/nosuchcontact/followup-suggestions')).status).toBe(404);
  });
});
