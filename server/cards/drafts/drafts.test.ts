import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { purgeDrafts } from '#server/cards/drafts/drafts.ts';
import { sweepMedia } from '#server/cards/media/sweep-media.ts';
import { cardDrafts } from '#server/db/schema/cards.ts';
import { DRAFT_DAYS, DRAFTS_MAX } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { confirmIdentity, signUp } from '#test/factories.ts';
import { writeMp4 } from '#test/films.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';
import { unzip } from '#test/unzip.ts';

const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const later = (milliseconds: number) => {
  clock.now = new Date(clock.now.getTime() + milliseconds);
};

const NEW = { cardId: null, baseVersion: null, before: {}, revision: 1 };
const keep = (call: Client, id: string, fields: object, more: object = {}) =>
  call('PUT', `/api/drafts/${id}`, { ...NEW, fields, ...more });
const list = async (call: Client) => (await call('GET', '/api/drafts')).body;
const idsOf = async (call: Client) => (await list(call)).map(({ id }: { id: string }) => id);
const signedIn = async () => (await signUp(server)).call;
async function makeCard(call: Client): Promise<string> {
  return (await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' })).body.id;
}

describe('A draft', () => {
  it('is kept as it is typed, valid or not, and replaced by its next state', async () => {
    const call = await signedIn();
    const cardId = await makeCard(call);
    const half = { primaryEmail: 'ada@', jobTitle: 'Analyst ', social: { github: 'ada' }, isActive: false };
    const before = { primaryEmail: '', jobTitle: '', social: {}, isActive: true };
    const kept = await keep(call, 'tab1', half, { cardId, baseVersion: 1, before });
    expect(kept).toMatchObject({ status: 200, body: { id: 'tab1' } });
    expect(await list(call)).toMatchObject([{ id: 'tab1', cardId, baseVersion: 1, fields: half, before }]);
    await keep(call, 'tab1', { primaryEmail: 'ada@example.com' }, { cardId, baseVersion: 1, revision: 2 });
    expect(await list(call)).toMatchObject([{ revision: 2, fields: { primaryEmail: 'ada@example.com' } }]);
    expect((await list(call))[0].fields).not.toHaveProperty('jobTitle');
    expect((await call('GET', `/api/cards/${cardId}`)).body.primaryEmail).toBeNull();
  });

  it('is not set back by a request that arrives late', async () => {
    const call = await signedIn();
    await keep(call, 'tab1', { bio: 'later' }, { revision: 7 });
    expect((await keep(call, 'tab1', { bio: 'earlier' }, { revision: 6 })).status).toBe(200);
    expect((await list(call))[0].fields).toEqual({ bio: 'later' });
  });

  it('of one tab does not mix with that of another, nor one account’s with another’s', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()];
    await keep(ada, 'tab1', { bio: 'one' });
    await keep(ada, 'tab2', { bio: 'two' });
    await keep(bob, 'tab1', { bio: 'Bob' });
    const bios = async (call: Client) =>
      (await list(call)).map(({ fields }: { fields: { bio: string } }) => fields.bio).sort();
    expect(await bios(ada)).toEqual(['one', 'two']);
    expect(await bios(bob)).toEqual(['Bob']);
    expect((await bob('DELETE', '/api/drafts/tab2')).status).toBe(404);
    const keys = await Promise.all([ada, ada, bob].map((call) => call('GET', '/api/drafts/key')));
    expect(keys[0]?.body.key).toMatch(/^[\w-]{43}$/);
    expect(keys[0]?.body.key).toBe(keys[1]?.body.key);
    expect(keys[0]?.body.key).not.toBe(keys[2]?.body.key);
  });

  it('goes with the save of its card, made or changed, and when it is discarded', async () => {
    const call = await signedIn();
    await keep(call, 'tab1', { name: 'Work' });
    await keep(call, 'tab2', { name: 'Fair' });
    const { body: card } = await call('POST', '/api/cards', {
      name: 'Work',
      fullName: 'Ada',
      draftId: 'tab1',
    });
    expect(card).not.toHaveProperty('draftId');
    expect(await idsOf(call)).toEqual(['tab2']);
    await keep(call, 'tab3', { bio: 'x' }, { cardId: card.id, baseVersion: 1 });
    const path = `/api/cards/${card.id}`;
    const refused = await call('PUT', path, { bio: 'x', draftId: 'tab3', baseVersion: 9 });
    expect(refused.status).toBe(409);
    expect(await idsOf(call)).toContain('tab3');
    expect((await call('PUT', path, { bio: 'x', draftId: 'tab3' })).status).toBe(200);
    expect(await idsOf(call)).toEqual(['tab2']);
    expect((await call('DELETE', '/api/drafts/tab2')).status).toBe(200);
    expect((await call('DELETE', '/api/drafts/tab2')).status).toBe(404);
    expect(await idsOf(call)).toEqual([]);
  });

  it('is of a card of one’s own', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()];
    const cardId = await makeCard(ada);
    expect((await keep(bob, 'tab1', { bio: 'x' }, { cardId })).status).toBe(404);
    expect((await keep(ada, 'tab1', { bio: 'x' }, { cardId: 'nothing' })).status).toBe(404);
    expect(await idsOf(bob)).toEqual([]);
  });

  it.each([
    ['tagline', 'x'.repeat(10_001)],
    ['tagline', 7],
    ['photoGallery', ['x', 7]],
    ['social', { github: 7 }],
    ['isActive', 'yes'],
  ])('with an odd %s is refused, and the field is named', async (field, value) => {
    const call = await signedIn();
    const { status, body } = await keep(call, 'tab1', { [field]: value });
    expect(status).toBe(422);
    expect(Object.keys(body.fields)[0]).toMatch(`fields.${field}`);
    expect(await idsOf(call)).toEqual([]);
  });

  it('of more than 64 KB is refused; characters that a database refuses are left out', async () => {
    const call = await signedIn();
    const long = { bio: 'x'.repeat(9_999), tagline: 'x'.repeat(9_999), address: 'x'.repeat(9_999) };
    const large = await keep(call, 'tab1', {
      ...long,
      jobTitle: 'é'.repeat(9_000),
      company: 'é'.repeat(9_000),
    });
    expect(large).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect((await keep(call, 'tab1', { bio: 'a\u0000b\ud800' })).status).toBe(200);
    expect((await list(call))[0].fields.bio).toBe('ab');
  });
});

describe('Ten drafts', () => {
  it('are kept; the eleventh takes the place of the one changed longest ago', {
    tags: ['thorough'],
  }, async () => {
    const call = await signedIn();
    for (let n = 1; n <= DRAFTS_MAX; n += 1) {
      later(1000);
      await keep(call, `tab${n}`, { bio: String(n) });
    }
    later(1000);
    await keep(call, 'tab1', { bio: 'changed' }, { revision: 2 });
    later(1000);
    await keep(call, 'eleventh', { bio: 'x' });
    const ids = await idsOf(call);
    expect(ids).toHaveLength(DRAFTS_MAX);
    expect(ids).toEqual(expect.arrayContaining(['eleventh', 'tab1', 'tab3']));
    expect(ids).not.toContain('tab2');
  });

  it('are all there ever are when fifty arrive at once', { tags: ['thorough'] }, async () => {
    const { call, id } = await signUp(server);
    const tabs = Array.from({ length: 50 }, (_, n) => keep(call, `tab${n}`, { bio: String(n) }));
    const answers = await Promise.all(tabs);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await server.running.app.db.$count(cardDrafts, eq(cardDrafts.userId, id))).toBe(DRAFTS_MAX);
  });
});

describe('The uploads of a draft', () => {
  const film = writeMp4(5_000);
  async function upload(call: Client, bytes: Buffer, query = ''): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'clip.mp4');
    return (await call('POST', `/api/media${query}`, form)).body.url;
  }
  const isThere = async (url: string) => (await fetch(server.url + url)).status === 200;
  const usedBy = async (call: Client) => (await call('GET', '/api/auth/me')).body.storage.usedBytes;
  const sweep = () => sweepMedia(server.running.app);

  it('are kept and counted for as long as the draft is, and go a day after it', {
    tags: ['thorough'],
  }, async () => {
    const { call } = await signUp(server);
    const cardId = await makeCard(call);
    const url = await upload(call, film);
    await keep(call, 'tab1', { videoGallery: [url] });
    for (let day = 0; day < DRAFT_DAYS - 1; day += 1) {
      later(DAY_MS);
      await sweep();
    }
    expect(await isThere(url)).toBe(true);
    expect(await usedBy(call)).toBe(film.length);
    await confirmIdentity(call);
    expect((await unzip((await call('GET', '/api/account/export')).bytes)).has(url.slice(1))).toBe(true);
    const saved = await call('PUT', `/api/cards/${cardId}`, { videoGallery: [url] });
    expect(saved.status).toBe(200);
    await call('PUT', `/api/cards/${cardId}`, { videoGallery: [] });
    await call('DELETE', '/api/drafts/tab1');
    for (let day = 0; day < 3; day += 1) {
      later(DAY_MS + 1000);
      await sweep();
    }
    expect(await isThere(url)).toBe(false);
    expect(await usedBy(call)).toBe(0);
  });

  it('are kept also for a card of a team, whose space they take', async () => {
    const { teamId, cardId, owner, member } = await addWholeTeam(server);
    const query = `?account=${teamId}`;
    const url = await upload(owner.call, Buffer.concat([film, writeMp4(90)]), query);
    const draft = { ...NEW, cardId, baseVersion: 1, fields: { backgroundVideo: url } };
    expect((await owner.call('PUT', `/api/drafts/tab1${query}`, draft)).status).toBe(200);
    for (let day = 0; day < 3; day += 1) {
      later(DAY_MS + 1000);
      await sweep();
    }
    expect(await isThere(url)).toBe(true);
    await owner.call('DELETE', '/api/drafts/tab1');
    // A draft of a card of their own that only names it.
    expect((await keep(member.call, 'tab2', { backgroundVideo: url })).status).toBe(200);
    for (let day = 0; day < 3; day += 1) {
      later(DAY_MS + 1000);
      await sweep();
    }
    expect(await isThere(url)).toBe(false);
  });

  it('end with the draft 30 days after its last change', async () => {
    const { call } = await signUp(server);
    const url = await upload(call, Buffer.concat([film, writeMp4(70)]));
    await keep(call, 'tab1', { backgroundVideo: url });
    later(DRAFT_DAYS * DAY_MS - 1000);
    expect(await idsOf(call)).toEqual(['tab1']);
    later(2000);
    expect(await idsOf(call)).toEqual([]);
    await purgeDrafts(server.running.app);
    for (let day = 0; day < 2; day += 1) {
      await sweep();
      later(DAY_MS + 1000);
    }
    await sweep();
    expect(await isThere(url)).toBe(false);
  });
});
