import http from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { modelUse } from '#server/db/schema/messages.ts';
import { keptFollowUps } from '#server/db/schema/people.ts';
import { users } from '#server/db/schema/users.ts';
import { indexPeople } from '#server/db/search/index-people.ts';
import { deleteOldFigures } from '#server/messages/model/model.jobs.ts';
import { MODEL_CALLS_PER_DAY } from '#shared/contract/constants.ts';
import type { Suggestion } from '#shared/people/follow-ups.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { type ModelProvider, sendJson, startModelProvider } from '#test/model-provider.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

const provider: ModelProvider = await startModelProvider();
const server = startTestServer({
  PUBLIC_URL: 'https://cards.example.com',
  ...provider.settings,
});
afterAll(() => provider.close());

let owner: Client;
let ownerId: OwnId;
let path: string;
let contactId: string;

beforeAll(async () => {
  ({ call: owner, id: ownerId } = await signUp(server, 'Łukasz Nowak'));
  await owner('POST', '/api/contacts', {
    fullName: 'Eve Short',
    company: 'SecretCorp',
    notes: 'Wants to sell her boat',
  });
  await owner('POST', '/api/contacts', {
    fullName: 'Mallory Malone',
    notes: 'Owes me a favor since the fair, and will think of it again when summer is over',
  });
  // A common phrase is not private to the one person who wrote it.
  await owner('POST', '/api/contacts', { fullName: 'Meet', notes: 'It was great to meet you' });
});

beforeEach(async () => {
  const added = await owner('POST', '/api/contacts', {
    fullName: 'Ada Lovelace',
    company: 'Engines',
    email: 'ada@private.example',
    phone: '+1 212 555 0123',
  });
  contactId = added.body.id;
  path = `/api/contacts/${contactId}/followup-suggestions`;
  provider.asked.length = 0;
  provider.replies = [answer()];
  await server.running.app.db.delete(modelUse);
});

const LETTER =
  'Hi Ada,\n\nIt was great to meet you and I would love to hear more about Engines.\n\nBest,\nŁukasz';
const SHORT = 'Hi Ada, it was great to meet you. Let’s stay in touch! Łukasz';

/** A possible answer of a model, with other texts in place of the usual ones. */
const answer = (first = LETTER, second = `${LETTER} Nowak`, third = SHORT) =>
  JSON.stringify({
    suggestions: [
      { type: 'email', tone: 'professional', subject: 'Good to connect', message: first },
      { type: 'email', tone: 'friendly', subject: 'Hello from Łukasz', message: second },
      { type: 'message', tone: 'casual', subject: null, message: third },
    ],
  });

const writers = (body: Suggestion[]) =>
  body.map(({ type, tone, writtenBy }) => `${type} ${tone} ${writtenBy}`);
const BY_MODEL = ['email professional model', 'email friendly model', 'message casual model'];
const BY_COMPOSER = BY_MODEL.map((one) => one.replace('model', 'composer'));
const eventsOf = (text: string): [string, unknown][] =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name = '', data = '']) => [
    name,
    JSON.parse(data),
  ]);
const stream = async (body: unknown = {}) =>
  eventsOf((await owner('POST', path, body, { accept: 'text/event-stream' })).text);
const use = async () => (await server.running.app.db.select().from(modelUse))[0];

describe('Suggestions by a language model', () => {
  it('come from what is on file, without addresses, and are kept until it changes', async () => {
    const first = await owner('GET', path);
    expect([first.status, writers(first.body)]).toEqual([200, BY_MODEL]);
    expect(first.body[0].facts).toContainEqual({ label: 'Company', value: 'Engines' });
    // Of the body alone: any digits may stand in the port of the host.
    const sent = provider.asked.map(({ body }) => body);
    expect(JSON.stringify(sent)).not.toMatch(/ada@private|555|Mallory/);
    expect(await use()).toMatchObject({ userId: ownerId, calls: 1, failures: 0, tokens: 600 });
    expect((await owner('GET', path)).body).toEqual(first.body);
    expect(provider.asked).toHaveLength(1);
    provider.replies = [answer(LETTER.replace('great', 'good'))];
    const [again] = (await owner('POST', path, { fresh: true })).body;
    expect(again.message).toContain('good to meet you');
    expect(JSON.parse(provider.asked[1]?.body.messages[1].content.split('\n')[0]).writtenBefore).toHaveLength(
      3,
    );
    expect((await owner('GET', path)).body[0]).toEqual(again);
    await owner('PATCH', `/api/contacts/${contactId}`, { fullName: 'Ada King' });
    await owner('GET', path);
    expect(provider.asked).toHaveLength(3);
    await owner('DELETE', `/api/contacts/${contactId}`);
    expect(await server.running.app.db.select().from(keptFollowUps)).toEqual([]);
  });

  it('come one by one, each once it is checked; what fails twice is composed', async () => {
    provider.replies = [answer(LETTER, LETTER.replace('Best', 'See evil.com'))];
    const events = await stream({ language: 'en' });
    expect(events.map(([name]) => name)).toEqual(['suggestion', 'suggestion', 'suggestion', 'done']);
    expect(writers(events.slice(0, 3).map(([, one]) => one as Suggestion))).toEqual([
      'email professional model',
      'message casual model',
      'email friendly composer',
    ]);
    expect(JSON.stringify(events)).not.toContain('evil');
    expect(events[3]?.[1]).toEqual({
      writtenBy: 'model',
      reason: 'Some AI drafts couldn’t be used. The rest came from templates.',
    });
    // Only the one that failed was asked for again, and not by quoting it.
    expect(provider.asked[1]?.body.messages[1].content).toMatch(
      /exactly these, in this order: email friendly\./,
    );
    expect(JSON.stringify(provider.asked[1])).not.toContain('evil');
  });

  it.each([
    ['names another contact', answer(LETTER.replace('Engines', 'Mallory Malone'))],
    [
      'takes up notes about another contact',
      answer(
        LETTER.replace(
          'Engines',
          'who owes me a favor since the fair, and will think of it again when summer is over',
        ),
      ),
    ],
    ['takes up a short one', answer(LETTER.replace('Engines', 'who favors boats: wants to sell her boat'))],
    ['names the company of another contact', answer(LETTER.replace('Engines', 'SecretCorp'))],
    ['names it in small letters', answer(LETTER.replace('Engines', 'secretcorp and its plans'))],
    [
      'names the first name of another contact',
      answer(LETTER.replace('Engines', 'Engines, where Mallory was')),
    ],
    ['begins with a company', answer(LETTER.replace('It was', 'Secretcorp is our client. It was'))],
    ['names a recipient', answer().replace('"tone"', '"to":"x@evil.example","tone"')],
    ['is no JSON', 'Sure! Here are three messages.'],
    ['is of another schema', '{"messages": []}'],
  ])('are composed here, which is said, if the answer %s', async (_why, reply) => {
    provider.replies = [reply];
    const events = await stream();
    expect(events.at(-1)?.[1]).toEqual({
      writtenBy: 'composer',
      reason: 'AI’s answer couldn’t be used. These drafts came from templates instead.',
    });
    expect(provider.asked).toHaveLength(2);
    expect(JSON.stringify(events)).not.toMatch(/Mallory|favor|Secret|secretcorp|evil/);
    expect(writers((await owner('GET', path)).body)).toEqual(BY_COMPOSER);
  });

  it('look up other contacts by the index, however many there are', async () => {
    const { app } = server.running;
    await indexPeople(app.db);
    const before = (await owner('GET', path)).body;
    expect(writers(before)).toEqual(BY_MODEL);
    provider.replies = [answer(LETTER.replace('Engines', 'Mallory'))];
    expect(writers((await owner('POST', path, { fresh: true })).body)).toEqual(BY_COMPOSER);
  });

  it('are not asked for by a HEAD', async () => {
    expect((await owner('HEAD', path)).status).toBe(404);
    expect(provider.asked).toEqual([]);
  });

  it('are composed here if the provider refuses, differently each time, and asked for again the next time', async () => {
    provider.replies = [(response) => sendJson(response, 401, {}), answer()];
    expect((await stream()).at(-1)?.[1]).toMatchObject({
      reason: 'AI isn’t available right now. These drafts came from templates instead.',
    });
    expect(await use()).toMatchObject({ calls: 1, failures: 1, tokens: 0 });
    const byModel = (await owner('GET', path)).body;
    expect(writers(byModel)).toEqual(BY_MODEL);
    provider.replies = [(response) => sendJson(response, 401, {})];
    const askAgain = async () => (await owner('POST', path, { fresh: true })).body;
    expect(await askAgain()).not.toEqual(await askAgain());
    expect((await owner('GET', path)).body).toEqual(byModel);
  });

  it('are shown to administrators as figures of a day, until their time is over', async () => {
    const { app } = server.running;
    await owner('GET', path);
    await app.db.insert(modelUse).values({ userId: ownerId, day: '2020-01-01', calls: 7 });
    await app.db.update(users).set({ isAdmin: true }).where(eq(users.id, ownerId));
    const { status, body } = await owner('GET', '/api/admin/model');
    await app.db.update(users).set({ isAdmin: false }).where(eq(users.id, ownerId));
    const model = { host: new URL(provider.url).host, name: 'tester-1' };
    const day = new Date().toISOString().slice(0, 10);
    expect([status, body]).toEqual([
      200,
      { model, days: [{ day, accounts: 1, calls: 1, failures: 0, tokens: 600 }] },
    ]);
    await deleteOldFigures(app);
    expect(await app.db.select({ day: modelUse.day }).from(modelUse)).toEqual([{ day }]);
  });

  it('ask for no more than a day allows', async () => {
    await owner('GET', path);
    await server.running.app.db.update(modelUse).set({ calls: MODEL_CALLS_PER_DAY });
    expect((await stream({ fresh: true })).at(-1)?.[1]).toMatchObject({
      reason: expect.stringContaining('You’ve reached today’s AI limit.'),
    });
    expect(await use()).toMatchObject({ calls: MODEL_CALLS_PER_DAY });
    expect(provider.asked).toHaveLength(1);
  });

  it('are composed here for an owner who switched the model off, without asking it', async () => {
    const off = await owner('PATCH', '/api/account', { usesLanguageModel: false });
    expect(off.body.settings.usesLanguageModel).toBe(false);
    expect(off.body.abilities.languageModel).toEqual({ host: new URL(provider.url).host, name: 'tester-1' });
    const events = await stream({ fresh: true });
    expect(events.at(-1)?.[1]).toEqual({ writtenBy: 'composer', reason: null });
    expect(provider.asked).toHaveLength(0);
    await owner('PATCH', '/api/account', { usesLanguageModel: true });
  });

  it('ask for a contact of a team as the person, as they set it and of their day', {
    tags: ['thorough'],
  }, async () => {
    const { teamId, cardId, admin, member } = await addWholeTeam(server);
    const person = { fullName: 'Ada Lovelace', company: 'Engines', email: 'ada@private.example', cardId };
    await server.client()('POST', '/api/contacts/exchange', person);
    const [{ id }] = (await member.call('GET', `/api/contacts?account=${teamId}`)).body;
    const ofTeam = `/api/contacts/${id}/followup-suggestions?account=${teamId}`;
    await member.call('PATCH', '/api/account', { usesLanguageModel: false });
    expect(writers((await member.call('GET', ofTeam)).body)).toEqual(BY_COMPOSER);
    expect(provider.asked).toHaveLength(0);
    await admin.call('GET', ofTeam);
    expect(provider.asked).not.toHaveLength(0);
    expect(await use()).toMatchObject({ userId: admin.id });
    // Each keeps their own: nobody is asked again for those that they saw.
    await member.call('PATCH', '/api/account', { usesLanguageModel: true });
    await member.call('GET', ofTeam);
    const asked = provider.asked.length;
    for (const { call } of [admin, member])
      expect(writers((await call('GET', ofTeam)).body)).toEqual(BY_MODEL);
    expect(provider.asked).toHaveLength(asked);
  });

  it('are kept for the latest wishes only', { tags: ['thorough'] }, async () => {
    for (let wish = 0; wish < 10; wish += 1) await owner('POST', path, { line: `Wish ${wish}` });
    const { rows } = await server.running.app.db.execute(
      sql`select count(*)::int as n from kept_follow_ups where contact_id = ${contactId}`,
    );
    expect(rows).toEqual([{ n: 8 }]);
  });

  it.each(['GET', 'POST'])('stop being written when the client of a %s leaves', async (method) => {
    const broken = provider.untilBrokenOff();
    const jar = await cookieOf();
    const request = http.request(server.url + path, {
      method,
      headers: { cookie: jar, 'content-type': 'application/json', accept: 'text/event-stream' },
    });
    request.on('error', () => {});
    provider.replies = [() => request.destroy()];
    request.end(method === 'POST' ? '{"fresh":true}' : undefined);
    await broken;
    await expect.poll(async () => (await use())?.failures).toBe(1);
  });
});

describe('A server that stops', () => {
  it('lets nobody wait for a model that is silent', async () => {
    const { models } = server.running.app;
    provider.replies = [() => models.close()];
    const events = await stream({ fresh: true });
    expect(events.map(([name]) => name)).toEqual(['suggestion', 'suggestion', 'suggestion', 'done']);
    expect(events.at(-1)?.[1]).toMatchObject({
      writtenBy: 'composer',
      reason: expect.stringContaining('Goldleaf is about to restart.'),
    });
  });
});

/** The cookie of a session of the owner's, for a request that the test's client cannot break off. */
async function cookieOf(): Promise<string> {
  const { body } = await owner('GET', '/api/auth/me');
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: body.user.username, password: 'correct horse' }),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
