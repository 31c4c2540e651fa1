import { describe, expect, it } from 'vitest';
import { purgeDrafts } from '#server/cards/drafts/drafts.ts';
import { endedDrafts } from '#server/db/schema/cards.ts';
import { CARD_LIMIT, DRAFT_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const signedIn = async () => (await signUp(server)).call;
const CARD = { name: 'Work', fullName: 'Ada Lovelace', draftId: 'tab1' };
const cardsOf = async (call: Client) => (await call('GET', '/api/cards')).body as { id: string }[];
const keep = (call: Client, id: string, revision = 1) =>
  call('PUT', `/api/drafts/${id}`, { cardId: null, baseVersion: null, before: {}, fields: {}, revision });

describe('A new card that is sent again for the same draft', () => {
  it('is made once, also when both arrive at the same moment', async () => {
    const call = await signedIn();
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/api/cards', CARD)));
    answers.push(await call('POST', '/api/cards', CARD));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const cards = await cardsOf(call);
    expect(cards).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([cards[0]?.id]));
  });

  it('with other words is refused, and says where the card is', async () => {
    const call = await signedIn();
    await call('POST', '/api/cards', CARD);
    const other = await call('POST', '/api/cards', { ...CARD, jobTitle: 'Analyst' });
    expect(other).toMatchObject({ status: 409, body: { message: expect.stringContaining('My Cards') } });
    expect(await cardsOf(call)).toHaveLength(1);
  });

  it('is answered with it where it was the last that the account may have', async () => {
    const call = await signedIn();
    for (let n = 1; n < CARD_LIMIT; n += 1) await call('POST', '/api/cards', { ...CARD, draftId: undefined });
    const [first, again] = [await call('POST', '/api/cards', CARD), await call('POST', '/api/cards', CARD)];
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect((await call('POST', '/api/cards', { ...CARD, draftId: 'tab2' })).status).toBe(403);
  });

  it('is made again where the first was deleted, for another draft and for another account', async () => {
    const call = await signedIn();
    const first = await call('POST', '/api/cards', CARD);
    await call('DELETE', `/api/cards/${first.body.id}`);
    for (const draftId of ['tab1', 'tab2']) {
      expect((await call('POST', '/api/cards', { ...CARD, draftId })).status).toBe(200);
    }
    expect(await cardsOf(call)).toHaveLength(2);
    const bob = await signedIn();
    expect((await bob('POST', '/api/cards', CARD)).status).toBe(200);
    expect(await cardsOf(bob)).toHaveLength(1);
  });
});

describe('A draft that was saved', () => {
  it('is not kept again by what arrives late, of a new card and of a change', async () => {
    const call = await signedIn();
    await keep(call, 'tab1');
    const { body: card } = await call('POST', '/api/cards', CARD);
    expect((await keep(call, 'tab1', 2)).status).toBe(200);
    await call('PUT', `/api/cards/${card.id}`, { bio: 'Hello', draftId: 'tab2' });
    expect((await keep(call, 'tab2')).status).toBe(200);
    expect((await call('GET', '/api/drafts')).body).toEqual([]);
  });

  it('is remembered for 30 days, and fifty of an account at most', { tags: ['thorough'] }, async () => {
    const call = await signedIn();
    const { body: card } = await call('POST', '/api/cards', CARD);
    const { db } = server.running.app;
    await db.delete(endedDrafts);
    for (let n = 0; n < 52; n += 1) {
      await call('PUT', `/api/cards/${card.id}`, { bio: `Hello ${n}`, draftId: `save${n}` });
    }
    expect(await db.$count(endedDrafts)).toBe(50);
    clock.now = new Date(clock.now.getTime() + DRAFT_DAYS * DAY_MS);
    await purgeDrafts(server.running.app);
    expect(await db.$count(endedDrafts)).toBe(0);
  });
});
