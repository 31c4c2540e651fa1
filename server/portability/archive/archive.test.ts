import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { cardHours, cardViews } from '#server/db/schema/analytics.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { users } from '#server/db/schema/users.ts';
import { workOn } from '#server/infra/long-work/run-long-work.ts';
import { createKeyedHash } from '#server/infra/secret.ts';
import { CARD_LIMIT_MESSAGE, MEDIA_BYTES_MAX } from '#shared/contract/constants.ts';
import { bringIn, broughtIn, editZip, fetchZip, readIn, untilState, withAccount } from '#test/archives.ts';
import { signUp } from '#test/factories.ts';
import { formOf } from '#test/imports.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { archiveWork } from './archive-work.ts';
import { type Manifest, manifestText } from './manifest.ts';

const server = shareTestServer();

const ANALYTICS = { 'user-agent': 'Mozilla/5.0 Firefox/133.0' };

async function uploadPhoto(call: Client, red: number): Promise<string> {
  const create = { width: 20, height: 20, channels: 3, background: { r: red, g: 175, b: 55 } } as const;
  const png = await sharp({ create }).png().toBuffer();
  return (await call('POST', '/api/media?kind=image', formOf(png, 'me.png'))).body.url;
}

/** A card with a photo, a short address, a tag, a view, a lead and a contact. */
async function settle(call: Client, name: string) {
  const profileImage = await uploadPhoto(call, name.length);
  const fields = {
    name: 'Work',
    fullName: 'Ada Lovelace',
    profileImage,
    skills: ['Engines'],
    leadCaptureEnabled: true,
  };
  const { body: card, status } = await call('POST', '/api/cards', fields);
  expect(status).toBe(200);
  await call('PUT', `/api/aliases/cards/${card.id}`, { name: `${name}-old` });
  await call('PUT', `/api/aliases/cards/${card.id}`, { name, isMain: true });
  await call('POST', `/api/nfc/${card.id}/tags`, { name: 'Badge' });
  const visitor = server.client();
  await visitor('POST', `/api/cards/${card.id}/views`, {}, ANALYTICS);
  const grace = { fullName: 'Grace Hopper', email: 'grace@example.com', cardId: card.id };
  expect((await visitor('POST', '/api/contacts/exchange', grace)).status).toBe(200);
  const lead = { name: 'Alan Turing', email: 'alan@example.com' };
  expect((await visitor('POST', `/api/cards/${card.id}/leads`, lead)).status).toBe(200);
  await call('GET', '/api/analytics/dashboard');
  return card.id as string;
}

const stateOf = async (call: Client) => {
  const cards = (await call('GET', '/api/cards')).body;
  const aliases = await Promise.all(
    cards.map(async ({ id }: { id: string }) => (await call('GET', `/api/aliases/cards/${id}`)).body.card),
  );
  const contacts = (await call('GET', '/api/contacts')).body;
  const analytics = (await call('GET', '/api/analytics/dashboard?days=7')).body;
  const leads = (await call('GET', '/api/contacts/leads')).body;
  const tags = await Promise.all(
    cards.map(async ({ id }: { id: string }) => (await call('GET', `/api/nfc/${id}/tags`)).body),
  );
  return { cards, aliases: JSON.parse(JSON.stringify(aliases)), contacts, analytics, leads, tags };
};
const withoutDates = (aliases: { former: { chosenAt?: string }[] }[]) =>
  aliases.map((one) => ({ ...one, former: one.former.map(({ chosenAt: _at, ...rest }) => rest) }));

describe('The archive of an account', () => {
  let ada: Client;
  let adaId: string;
  let cardId: string;
  let archive: Buffer;
  beforeAll(async () => {
    ({ call: ada, id: adaId } = await signUp(server, 'Ada Lovelace'));
    cardId = await settle(ada, 'ada-works');
    const hour = new Date(Math.floor(Date.now() / 3_600_000 - 72) * 3_600_000);
    await server.running.app.db.insert(cardHours).values({ cardId, hour, views: 2, newVisitors: 1 });
    archive = await fetchZip(ada);
  });
  const remove = (id: string) => server.running.app.db.delete(businessCards).where(eq(businessCards.id, id));

  it('brings everything back as it was where its card is gone', async () => {
    const before = await stateOf(ada);
    expect([before.cards[0].viewCount, before.analytics.range.views]).toEqual([1, 3]);
    await remove(cardId);
    const preview = await readIn(ada, archive);
    expect(preview.preview).toMatchObject({
      tie: 'account',
      cards: [{ name: 'Work', outcome: 'added', keepsId: true, notes: [] }],
      contacts: 1,
      views: 3,
      media: 1,
      notes: [],
    });
    await ada('POST', `/api/archive/${preview.id}/start`);
    const done = await untilState(ada, preview.id, 'done');
    expect(done).toMatchObject({
      cards: [{ cardId, outcome: 'added', keepsId: true, notes: [] }],
      figures: { views: 3 },
      contacts: { total: 1, added: 0, skipped: 1 },
    });
    const after = await stateOf(ada);
    expect(after.cards).toEqual(before.cards);
    expect(withoutDates(after.aliases)).toEqual(withoutDates(before.aliases));
    expect(after.contacts).toEqual(before.contacts);
    expect(after.analytics).toEqual(before.analytics);
    expect(after.leads).toEqual(before.leads);
    expect(after.tags).toEqual(before.tags);
    expect(before.tags).toMatchObject([[{ name: 'Badge' }]]);
    expect((await server.client()('GET', '/c/ada-works')).status).toBe(200);
    expect((await server.client()('GET', after.cards[0].profileImage)).status).toBe(200);
  });

  it('changes nothing the second time, and restores deleted cards', { tags: ['thorough'] }, async () => {
    const before = await stateOf(ada);
    const again = await broughtIn(ada, archive);
    expect(again.cards).toMatchObject([{ outcome: 'there', cardId }]);
    expect((await ada('POST', `/api/archive/${again.id}/start`)).body).toEqual(again);
    await ada('DELETE', `/api/cards/${cardId}`);
    expect((await broughtIn(ada, archive)).cards).toMatchObject([{ outcome: 'restored', keepsId: true }]);
    expect(await stateOf(ada)).toEqual(before);
  });

  it('gives new ids in another account, without addresses and figures, and adds nothing twice', {
    tags: ['thorough'],
  }, async () => {
    const { call } = await signUp(server, 'Bob');
    const { preview, cards, contacts, figures } = await broughtIn(call, archive);
    expect(preview).toMatchObject({
      tie: null,
      notes: [expect.stringContaining('1 lead:'), expect.stringContaining('3 views:')],
    });
    expect(cards).toMatchObject([{ outcome: 'added', keepsId: false }]);
    expect(contacts).toMatchObject({ added: 1 });
    expect(figures).toEqual({ views: 0, leads: 0 });
    const state = await stateOf(call);
    expect(state.cards).toMatchObject([{ name: 'Work', skills: ['Engines'], viewCount: 0, version: 1 }]);
    expect(state.cards[0].id).not.toBe(cardId);
    expect(state.cards[0].profileImage).toMatch(/^\/media\//);
    expect(state.aliases).toMatchObject([{ name: null, former: [] }]);
    const [{ cardName, source, createdAt }] = (await stateOf(ada)).contacts;
    expect(state.contacts).toMatchObject([{ cardName, source, createdAt }]);
    expect([cardName, source]).toEqual(['Work', 'exchange']);
    expect((await broughtIn(call, archive)).cards).toMatchObject([{ outcome: 'there' }]);
    expect((await ada('GET', `/api/cards/${cardId}`)).body.userId).toBe(adaId);
  });

  it('keeps ids for a confirmed address whose former account is gone', { tags: ['thorough'] }, async () => {
    const { db } = server.running.app;
    const eve = await signUp(server, 'Eve');
    const isEve = eq(users.id, eve.id);
    await db.update(users).set({ emailConfirmedAt: new Date() }).where(isEve);
    const eveCard = await settle(eve.call, 'eve-works');
    const eveArchive = await fetchZip(eve.call);
    const [{ email } = { email: null }] = await db.select().from(users).where(isEve);
    await db.update(users).set({ email: 'other@example.com' }).where(isEve);
    const next = await signUp(server, 'Eve');
    const isNext = eq(users.id, next.id);
    await db
      .update(users)
      .set({ email: String(email).toUpperCase() })
      .where(isNext);
    expect((await readIn(next.call, eveArchive)).preview).toMatchObject({ tie: null });
    const [{ id }] = (await next.call('GET', '/api/archive')).body;
    expect((await next.call('POST', `/api/archive/${id}/cancel`)).body.state).toBe('canceled');
    await db.update(users).set({ emailConfirmedAt: new Date() }).where(isNext);
    // The card is still there: nobody takes it over.
    const first = await broughtIn(next.call, eveArchive);
    expect(first).toMatchObject({
      preview: { tie: 'address' },
      cards: [{ outcome: 'added', keepsId: false }],
    });
    expect((await eve.call('GET', `/api/cards/${eveCard}`)).body.userId).toBe(eve.id);
    await remove(first.cards[0].cardId);
    await db.delete(users).where(isEve);
    const second = await broughtIn(next.call, eveArchive);
    expect(second.cards).toMatchObject([{ cardId: eveCard, keepsId: true, notes: [] }]);
    expect((await stateOf(next.call)).aliases).toMatchObject([{ name: 'eve-works' }]);
  });

  const manifestIn = (files: Map<string, Buffer | string>) =>
    JSON.parse(String(files.get('manifest.json'))) as Manifest & { signature: string };

  it.each([
    [
      'is signed by another server',
      (files: Map<string, Buffer | string>) => {
        const manifest = manifestIn(files);
        const signer = { keyedHash: createKeyedHash(randomBytes(32)) };
        files.set('manifest.json', manifestText(signer, manifest));
      },
    ],
    [
      'has another account file',
      (files: Map<string, Buffer | string>) =>
        files.set(
          'goldleaf.json',
          String(files.get('goldleaf.json')).replace('Grace Hopper', 'Grace Shopper'),
        ),
    ],
    ['has one more file', (files: Map<string, Buffer | string>) => files.set('media/more.png', 'x')],
  ])('is one from elsewhere if it %s', async (what, change) => {
    const strange = await editZip(archive, change);
    const { id, preview } = await readIn(ada, strange);
    expect(preview).toMatchObject({ tie: null, cards: [{ name: 'Work', outcome: 'there' }] });
    expect(preview.isChanged).toBe(what.startsWith('has'));
    expect((await ada('POST', `/api/archive/${id}/cancel`)).status).toBe(200);
  });

  it('leaves out what there is no room or right for, and says so', { tags: ['thorough'] }, async () => {
    const { db } = server.running.app;
    const { call, id } = await signUp(server, 'Full');
    const many = await withAccount(archive, (account) => {
      const [card] = account.cards;
      const media = '/media/00000000000000000000000000000000.jpg';
      account.cards = [1, 2, 3, 4, 5].map((nth) => ({ ...card, id: `made${nth}`, name: `Card ${nth}` }));
      Object.assign(account.cards[0], {
        photoGallery: [media],
        website: 'javascript:alert(1)',
        isActive: 'maybe',
      });
      account.cards[4].deletedAt = new Date();
      account.cards.push({ name: 'No name' });
    });
    await db.update(users).set({ mediaBytes: MEDIA_BYTES_MAX }).where(eq(users.id, id));
    const { preview, cards } = await broughtIn(call, many);
    expect(preview.notes).toContain('1 card without a label or a name.');
    const [first, second, third, fourth, fifth] = cards;
    expect(first.notes.join()).toMatch(
      /Website.*isn’t valid.*Skipped 1 file: missing.*Skipped 1 file: no space/,
    );
    expect([second, third].map(({ outcome }) => outcome)).toEqual(['added', 'added']);
    expect(fourth).toMatchObject({ outcome: 'left_out', notes: [CARD_LIMIT_MESSAGE] });
    expect(fifth).toMatchObject({ outcome: 'left_out' });
    const mine = (await call('GET', '/api/cards')).body;
    expect(mine).toHaveLength(3);
    expect(mine.map((card: { profileImage: null }) => card.profileImage)).toEqual([null, null, null]);

    const late = await signUp(server, 'Late');
    const expired = { trialEndsAt: new Date(0) };
    await db.update(users).set(expired).where(eq(users.id, late.id));
    const left = await broughtIn(late.call, archive);
    expect(left.cards).toMatchObject([
      { outcome: 'left_out', notes: [expect.stringContaining('Subscription Required')] },
    ]);
    expect(left.contacts).toMatchObject({ added: 1 });
  });

  it('goes on where it was when it is killed, and is done once', { tags: ['thorough'] }, async () => {
    const { app } = server.running;
    const { call, id: userId } = await signUp(server, 'Kay');
    const kayCard = await settle(call, 'kay-works');
    const own = await fetchZip(call);
    await remove(kayCard);
    const { id } = await readIn(call, own);
    await app.accountImports.turns.get(id);
    // As a process leaves it that is killed right after the start was acknowledged.
    await app.db.update(accountImports).set({ state: 'running' }).where(eq(accountImports.id, id));
    const failing = {
      ...app,
      accountImports: {
        ...app.accountImports,
        tasks: { ...app.accountImports.tasks, run: () => Promise.reject(new Error('Killed')) },
      },
    };
    await workOn(failing, archiveWork, id);
    expect(await app.db.$count(businessCards, eq(businessCards.userId, userId))).toBe(0);
    await Promise.all([workOn(app, archiveWork, id), workOn(app, archiveWork, id)]);
    const done = await untilState(call, id, 'done');
    expect(done).toMatchObject({ cards: [{ cardId: kayCard, keepsId: true }], figures: { views: 1 } });
    expect(await app.db.$count(cardViews, eq(cardViews.cardId, kayCard))).toBe(1);
    const { rows } = await app.db.execute(
      sql`select sum(views)::int as views from card_hours where card_id = ${kayCard}`,
    );
    expect(rows).toEqual([{ views: 1 }]);
    await workOn(app, archiveWork, id);
    expect(await untilState(call, id, 'done')).toEqual(done);
  });

  it('is its account’s own, one at a time, and none but a zip', { tags: ['thorough'] }, async () => {
    const { id } = await readIn(ada, archive);
    expect((await bringIn(ada, archive)).status).toBe(409);
    const { call: other } = await signUp(server, 'Mallory');
    for (const path of ['', '/start', '/cancel']) {
      const answer = await other(path ? 'POST' : 'GET', `/api/archive/${id}${path}`);
      expect(answer.status).toBe(404);
    }
    expect((await bringIn(server.client(), archive)).status).toBe(401);
    expect((await other('POST', '/api/archive', { file: 'x' })).status).toBe(415);
    expect((await ada('POST', `/api/archive/${id}/cancel`)).body.state).toBe('canceled');
    expect((await ada('POST', `/api/archive/${id}/start`)).status).toBe(409);
    const { body } = await bringIn(other, Buffer.from('PK not really'));
    expect((await untilState(other, body.id, 'failed')).error).toBe(
      'This file is damaged or isn’t a Goldleaf archive.',
    );
  });
});
