import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { CARD_LIMIT_MESSAGE, SHARE_PLATFORMS } from '#shared/contract/constants.ts';
import { signUp } from '#test/factories.ts';
import { FULL_CARD } from '#test/full-card.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const signedIn = async (): Promise<Client> => (await signUp(server)).call;
const PLAIN = { name: 'Work', fullName: 'Ada King' };

/** Fields that only the server sets. */
const OWNED = {
  id: 'mine',
  userId: 'someone',
  viewCount: 99,
  uniqueViewCount: 99,
  qrCode: 'javascript:1',
  createdAt: '2001-01-01T00:00:00.000Z',
  deletedAt: '2001-01-01T00:00:00.000Z',
};

describe('A card', () => {
  it('is made with two fields and the defaults of the data model', async () => {
    const call = await signedIn();
    const { status, body } = await call('POST', '/api/cards', PLAIN);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      template: 'modern',
      primaryColor: '#D4AF37',
      secondaryColor: '#1a1a1a',
      accentColor: '#F5F5F5',
      leadCaptureEnabled: false,
      walletEnabled: true,
      viewCount: 0,
      isActive: true,
      isFeatured: false,
    });
    expect(body.id).toMatch(/^[2-9A-Za-z]{10}$/);
    expect(body.qrCode).toBe(`/api/cards/${body.id}/qr.svg`);
    expect((await call('GET', '/api/cards')).body).toEqual([body]);
  });

  it('keeps every field it is given, made or changed, and loses what is emptied', async () => {
    const call = await signedIn();
    const { body: made } = await call('POST', '/api/cards', FULL_CARD);
    expect(made).toMatchObject(FULL_CARD);
    const { body: plain } = await call('POST', '/api/cards', PLAIN);
    await call('PUT', `/api/cards/${plain.id}`, FULL_CARD);
    expect((await call('GET', `/api/cards/${plain.id}`)).body).toMatchObject(FULL_CARD);
    await call('PUT', `/api/cards/${plain.id}`, { bio: '', skills: [], social: {}, website: null });
    expect((await call('GET', `/api/cards/${plain.id}`)).body).toMatchObject({
      ...FULL_CARD,
      bio: null,
      skills: [],
      social: {},
      website: null,
    });
  });

  it('accepts no fields that only the server sets, and ignores unknown ones', async () => {
    const { call, id: userId } = await signUp(server);
    const { body: card } = await call('POST', '/api/cards', { ...PLAIN, ...OWNED, nonsense: 1 });
    const changed = await call('PUT', `/api/cards/${card.id}`, { ...OWNED, nonsense: 1, tagline: 'x' });
    expect(changed.status).toBe(200);
    for (const body of [card, changed.body]) {
      expect(body).toMatchObject({ userId, viewCount: 0, qrCode: `/api/cards/${card.id}/qr.svg` });
      expect(body.id).not.toBe(OWNED.id);
      expect(body.createdAt).toBe(card.createdAt);
      expect(body.createdAt > '2026').toBe(true);
      expect(body).not.toHaveProperty('nonsense');
    }
    const [row] = await server.running.app.db
      .select()
      .from(businessCards)
      .where(eq(businessCards.id, card.id));
    expect(row).toMatchObject({ userId, viewCount: 0, uniqueViewCount: 0, deletedAt: null });
  });

  it('cannot be created after expiry, but existing ones can still be changed', async () => {
    const { call, id } = await signUp(server);
    const { body: card } = await call('POST', '/api/cards', PLAIN);
    await server.running.app.db.update(users).set({ subscriptionStatus: 'expired' }).where(eq(users.id, id));
    const refused = await call('POST', '/api/cards', PLAIN);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toMatch(/^Subscription Required/);
    expect((await call('PUT', `/api/cards/${card.id}`, { tagline: 'x' })).status).toBe(200);
    expect((await server.client()('GET', `/card/${card.id}`)).status).toBe(200);
  });
});

describe('The limit of three cards', () => {
  const kept = async (call: Client) => (await call('GET', '/api/cards')).body.length;

  it('holds when ten are asked for at once', async () => {
    const call = await signedIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/api/cards', PLAIN)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.body.message).toBe(CARD_LIMIT_MESSAGE);
    expect(await kept(call)).toBe(3);
  });

  it('holds when deleted cards are restored and new ones made at once', async () => {
    const call = await signedIn();
    const deleted: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { body } = await call('POST', '/api/cards', PLAIN);
      await call('DELETE', `/api/cards/${body.id}`);
      deleted.push(body.id);
    }
    const answers = await Promise.all([
      ...deleted.map((id) => call('POST', `/api/cards/${id}/restore`)),
      ...deleted.map(() => call('POST', '/api/cards', PLAIN)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(await kept(call)).toBe(3);
  });
});

describe('A deleted card', () => {
  it('is gone for everyone at once, and back with everything when restored', async () => {
    const call = await signedIn();
    const { body: card } = await call('POST', '/api/cards', { ...FULL_CARD, isActive: true });
    const path = `/api/cards/${card.id}`;
    const surfaces = [
      path,
      `${path}/vcard`,
      `${path}/qr.svg`,
      `${path}/qr.png`,
      `/card/${card.id}`,
      `/card/${card.id}/exchange`,
    ];
    const statuses = async (client: Client) =>
      new Set(await Promise.all(surfaces.map(async (surface) => (await client('GET', surface)).status)));
    expect(await statuses(server.client())).toEqual(new Set([200]));
    expect((await call('DELETE', path)).body.id).toBe(card.id);
    for (const client of [call, server.client()]) expect(await statuses(client)).toEqual(new Set([404]));
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call('PUT', path, { tagline: 'x' })).status).toBe(404);
    expect((await call('GET', '/api/cards')).body).toEqual([]);
    const shared = { fullName: 'Bob', email: 'bob@example.com', cardId: card.id };
    expect((await server.client()('POST', '/api/contacts/exchange', shared)).status).toBe(404);
    const other = await signedIn();
    expect((await other('POST', `${path}/restore`)).status).toBe(404);
    expect((await call('POST', `${path}/restore`)).body).toEqual(card);
    expect((await call('POST', `${path}/restore`)).body).toEqual(card);
    expect(await statuses(server.client())).toEqual(new Set([200]));
  });
});

describe('A paused card', () => {
  it('is there for its owner only', async () => {
    const call = await signedIn();
    const { body: card } = await call('POST', '/api/cards', { ...PLAIN, isActive: false });
    const other = await signedIn();
    for (const path of [`/api/cards/${card.id}`, `/api/cards/${card.id}/vcard`, `/card/${card.id}`]) {
      expect((await call('GET', path)).status).toBe(200);
      for (const client of [other, server.client()]) expect((await client('GET', path)).status).toBe(404);
    }
    // Not even its existence is revealed.
    expect((await other('PUT', `/api/cards/${card.id}`, { tagline: 'x' })).status).toBe(404);
  });
});

describe('Sharing a card', () => {
  it.each(SHARE_PLATFORMS)('on %s leads to that network with the card’s address', async (platform) => {
    const call = await signedIn();
    const { body: card } = await call('POST', '/api/cards', { name: 'A', fullName: 'Łukasz & "Co"' });
    const { status, body } = await call('POST', `/api/cards/${card.id}/share/${platform}`);
    expect(status).toBe(200);
    const url = new URL(body.url);
    expect(url.protocol).toBe('https:');
    expect(url.host).toMatch(
      { linkedin: /linkedin/, twitter: /twitter/, facebook: /facebook/, whatsapp: /wa\.me/ }[platform],
    );
    const words = [...url.searchParams.values()].join(' ');
    expect(words).toContain(`${server.running.app.config.publicUrl ?? 'http://localhost:0'}/card/${card.id}`);
    expect((await call('POST', `/api/cards/${card.id}/share/myspace`)).status).toBe(404);
  });
});

describe('The public page', () => {
  it('shows an edit at once, and returns 304 to requesters who have it', async () => {
    const owner = await signedIn();
    const { body: card } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    const visitor = server.client();
    const first = await visitor('GET', `/card/${card.id}`);
    const tag = first.headers.get('etag') ?? '';
    expect((await visitor('GET', `/card/${card.id}`, undefined, { 'if-none-match': tag })).status).toBe(304);
    await owner('PUT', `/api/cards/${card.id}`, { fullName: 'Ada King' });
    expect((await visitor('GET', `/card/${card.id}`)).text).toContain('Ada King');
    await owner('PATCH', '/api/account', { isProfileVisible: false });
    expect((await visitor('GET', `/card/${card.id}`)).status).toBe(404);
    expect((await owner('GET', `/card/${card.id}`)).text).toContain('Only you can see this card');
  });
});
