import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const OLD = '+1 202 555 0142';
const NEW = '+1 303 555 0199';
const PATH = '/api/account/reach';

interface CardAnswer {
  id: string;
  version: number;
  name: string;
  primaryPhone: string | null;
  company: string | null;
}

let owner: Client;
let cards: CardAnswer[];
beforeAll(async () => {
  owner = (await signUp(server)).call;
});
beforeEach(async () => {
  const { body: before } = await owner('GET', '/api/cards');
  for (const { id } of before) await owner('DELETE', `/api/cards/${id}`);
  await owner('PATCH', '/api/account', { phoneNumber: OLD });
  for (const name of ['Board', 'Talks'])
    await owner('POST', '/api/cards', { name, fullName: 'Ada', primaryPhone: OLD, company: 'Acme' });
  cards = await read();
});

const read = async (): Promise<CardAnswer[]> => (await owner('GET', '/api/cards')).body;
const phoneOf = async () => (await owner('GET', '/api/auth/me')).body.settings.phoneNumber;
const everywhere = () => ({
  cards: cards.map(({ id, version }) => ({ id, baseVersion: version, primaryPhone: NEW })),
  phoneNumber: NEW,
});

describe('New details on several cards and for the account', () => {
  it('are saved in one call, and count once when it is sent twice', async () => {
    const first = await owner('PATCH', PATH, everywhere());
    expect(first.status).toBe(200);
    expect(first.body.account.settings.phoneNumber).toBe(NEW);
    const saved = await read();
    expect(saved).toMatchObject([
      { primaryPhone: NEW, company: 'Acme', version: 2 },
      { primaryPhone: NEW, company: 'Acme', version: 2 },
    ]);
    expect((await owner('PATCH', PATH, everywhere())).status).toBe(200);
    expect((await read()).map(({ version }) => version)).toEqual([2, 2]);
    expect(await phoneOf()).toBe(NEW);
  });

  it('wait for no save of one card that waits for them', { tags: ['thorough'] }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const now = (await read()).toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const company = `Acme ${round}`;
      const both = now.map(({ id, version }) => ({ id, baseVersion: version, company }));
      const [all, one] = await Promise.all([
        owner('PATCH', PATH, { cards: both }),
        owner('PUT', `/api/cards/${now.at(-1)?.id}`, { company: `${company}, too` }),
      ]);
      expect(one.status).toBe(200);
      expect([200, 409]).toContain(all.status);
    }
  });

  it('change what they name, and nothing else', async () => {
    const [{ id, version } = { id: '', version: 0 }] = cards;
    const body = { cards: [{ id, baseVersion: version, company: 'Navy', tagline: 'No', isActive: false }] };
    expect((await owner('PATCH', PATH, body)).status).toBe(200);
    expect((await read())[0]).toMatchObject({ company: 'Navy', tagline: null, isActive: true });
    expect(await phoneOf()).toBe(OLD);
  });

  it('are refused as a whole if a card was changed meanwhile', { tags: ['thorough'] }, async () => {
    const board = cards.find(({ name }) => name === 'Board');
    await owner('PUT', `/api/cards/${board?.id}`, { tagline: 'Changed' });
    const before = await read();
    const { status, body } = await owner('PATCH', PATH, everywhere());
    expect(status).toBe(409);
    expect(body.message).toBe('“Board” was changed elsewhere meanwhile, so nothing was saved. Look again.');
    expect(await read()).toEqual(before);
    expect(await phoneOf()).toBe(OLD);
  });

  it('are refused as a whole if a card is someone else’s', async () => {
    const other = (await signUp(server)).call;
    const theirs = (await other('POST', '/api/cards', { name: 'Theirs', fullName: 'Eve', primaryPhone: OLD }))
      .body;
    const mine = everywhere();
    mine.cards.push({ id: theirs.id, baseVersion: 1, primaryPhone: NEW });
    expect((await owner('PATCH', PATH, mine)).status).toBe(403);
    mine.cards.splice(2, 1, { id: 'nobodys', baseVersion: 1, primaryPhone: NEW });
    expect((await owner('PATCH', PATH, mine)).status).toBe(404);
    expect(await read()).toEqual(cards);
    expect((await other('GET', '/api/cards')).body[0].primaryPhone).toBe(OLD);
    expect((await server.client()('PATCH', PATH, everywhere())).status).toBe(401);
  });

  it.each([
    ['nothing to change', () => ({ cards: [] })],
    ['no body', () => undefined],
    ['no version', () => ({ cards: [{ id: cards[0]?.id, primaryPhone: NEW }] })],
    ['an address that is none', () => ({ cards: [{ id: cards[0]?.id, baseVersion: 1, workEmail: 'me@' }] })],
    ['a card twice', () => ({ cards: [0, 0].map((at) => ({ id: cards[at]?.id, baseVersion: 1 })) })],
    [
      'more cards than there can be',
      () => ({ cards: 'abcd'.split('').map((id) => ({ id, baseVersion: 1 })) }),
    ],
  ])('are refused with %s', async (_what, makeBody) => {
    const { status } = await owner('PATCH', PATH, makeBody());
    expect([400, 422]).toContain(status);
    expect(await read()).toEqual(cards);
  });
});
