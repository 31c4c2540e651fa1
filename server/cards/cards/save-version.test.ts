import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { signUp } from '#test/factories.ts';
import { FULL_CARD } from '#test/full-card.ts';
import type { Answer } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

async function makeCard(fields: object = {}) {
  const { call } = await signUp(server);
  const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada', ...fields });
  const path = `/api/cards/${body.id}`;
  const save = (changes: object, headers: Record<string, string> = {}) => call('PUT', path, changes, headers);
  const read = () => call('GET', path);
  return { call, path, save, read, id: String(body.id) };
}
const tagOf = ({ headers }: Answer) => headers.get('etag') ?? '';
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

it('A save that changes nothing leaves the card as of when it was', async () => {
  const { save, read } = await makeCard({ jobTitle: 'Clerk' });
  const before = await read();
  expect((await save({ jobTitle: 'Clerk' })).status).toBe(200);
  expect(await read()).toMatchObject({ body: before.body });
  expect((await save({ jobTitle: 'Analyst' })).body.updatedAt).not.toBe(before.body.updatedAt);
});

describe('A save that names the version it began from', () => {
  it.each(['If-Match', 'baseVersion'] as const)(
    'by %s goes through once, and the next one from there is told what the card is now',
    async (how) => {
      const { save, read } = await makeCard({ jobTitle: 'Clerk' });
      const before = await read();
      const saveFrom = (changes: object) =>
        how === 'If-Match'
          ? save(changes, { 'if-match': tagOf(before) })
          : save({ ...changes, baseVersion: before.body.version });
      expect((await saveFrom({ jobTitle: 'Analyst' })).status).toBe(200);
      const refused = await saveFrom({ company: 'Engines Ltd' });
      expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
      const now = (await read()).body;
      expect(refused.body.current).toEqual(now);
      expect(now).toMatchObject({ jobTitle: 'Analyst', company: null, version: before.body.version + 1 });
      const merged = await save({ company: 'Engines Ltd', baseVersion: refused.body.current.version });
      expect(merged).toMatchObject({ status: 200, body: { jobTitle: 'Analyst', company: 'Engines Ltd' } });
    },
  );

  it('is refused if either of the two names an older version', { tags: ['thorough'] }, async () => {
    const { save, read } = await makeCard();
    const old = await read();
    await save({ tagline: 'new' });
    const now = await read();
    const both = (tag: Answer, base: Answer) =>
      save({ bio: 'x', baseVersion: base.body.version }, { 'if-match': tagOf(tag) });
    expect((await both(old, now)).status).toBe(409);
    expect((await both(now, old)).status).toBe(409);
    expect((await both(now, now)).status).toBe(200);
  });

  it('passes with * and with a list that has the tag, but not with a weak tag', {
    tags: ['thorough'],
  }, async () => {
    const { save, read } = await makeCard();
    const match = async (header: (tag: string) => string, bio: string) =>
      save({ bio }, { 'if-match': header(tagOf(await read())) });
    expect((await match(() => '*', '1')).status).toBe(200);
    expect((await match((tag) => `"other", ${tag}`, '2')).status).toBe(200);
    expect((await match((tag) => `W/${tag}`, '3')).status).toBe(409);
    const odd = await match((tag) => tag.replaceAll('"', ''), '4');
    expect(odd).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    expect((await read()).body.bio).toBe('2');
  });

  it.each([0, -1, 1.5, '1', null, {}, []])(
    'is refused if baseVersion is %j',
    { tags: ['thorough'] },
    async (baseVersion) => {
      const { save, read } = await makeCard();
      const { status, body } = await save({ bio: 'x', baseVersion });
      expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: ['baseVersion'] });
      expect((await read()).body.bio).toBeNull();
    },
  );

  it('wins alone when fifty differ at once, whatever they change', { tags: ['thorough'] }, async () => {
    const { save, read } = await makeCard();
    const { version: baseVersion } = (await read()).body;
    const changes = Array.from({ length: 50 }, (_, n) =>
      n % 2 ? { bio: `bio ${n}` } : { tagline: `line ${n}` },
    );
    const answers = await Promise.all(changes.map((change) => save({ ...change, baseVersion })));
    expect(statuses(answers)).toEqual([200, ...Array(49).fill(409)]);
    const [won] = answers.filter(({ status }) => status === 200);
    expect((await read()).body).toMatchObject({ version: baseVersion + 1, bio: won?.body.bio });
  });

  it('goes through again when it is the same, as when a button is pressed twice', {
    tags: ['thorough'],
  }, async () => {
    const { save, read } = await makeCard();
    const { version: baseVersion } = (await read()).body;
    const twice = await Promise.all([1, 2].map(() => save({ ...FULL_CARD, baseVersion })));
    expect(statuses(twice)).toEqual([200, 200]);
    expect((await read()).body).toMatchObject({ ...FULL_CARD, version: baseVersion + 1 });
    await save({ bio: 'Changed by somebody else' });
    expect((await save({ ...FULL_CARD, baseVersion })).status).toBe(409);
  });

  it('of somebody else is refused as before, whatever it names', async () => {
    const { path, read } = await makeCard();
    const other = await signUp(server);
    const refused = await other.call('PUT', path, { bio: 'x', baseVersion: 99 }, { 'if-match': '"99"' });
    expect(refused.status).toBe(403);
    expect(refused.body.current).toBeUndefined();
    expect((await read()).status).toBe(200);
  });
});

describe('A save that names no version', () => {
  it('goes through, also with the version that a GET returned in its body', async () => {
    const { save, read } = await makeCard();
    const old = (await read()).body;
    await save({ tagline: 'new' });
    expect((await save({ ...old, tagline: 'old form' })).status).toBe(200);
    expect((await save({ tagline: 'again', version: 1 })).body.tagline).toBe('again');
    expect((await read()).body.version).toBe(old.version + 3);
  });
});

describe('The version of a card', () => {
  it('rises with changes alone: not with views, deletion, restoring or a save of what is there', async () => {
    const { call, path, save, read, id } = await makeCard({ jobTitle: 'Clerk' });
    const before = await read();
    await server.client()('POST', `${path}/views`, {}, { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' });
    await expect.poll(async () => (await read()).body.viewCount, { timeout: 10_000 }).toBe(1);
    await call('DELETE', path);
    await call('POST', `${path}/restore`);
    await save({ jobTitle: 'Clerk' });
    const after = await read();
    expect(tagOf(after)).toBe(tagOf(before));
    expect(after.body.version).toBe(before.body.version);
    const [row] = await server.running.app.db.select().from(businessCards).where(eq(businessCards.id, id));
    expect(row?.version).toBe(before.body.version);
  });

  it('is told to the owner alone', async () => {
    const { path } = await makeCard();
    const seen = await server.client()('GET', path);
    expect(seen.status).toBe(200);
    expect(seen.body).not.toHaveProperty('version');
    expect(seen.headers.get('etag')).toBeNull();
  });
});
