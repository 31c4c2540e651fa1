import { describe, expect, it } from 'vitest';
import { NFC_TAGS_MAX } from '#shared/sharing/nfc.ts';
import { confirmIdentity, signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { unzip } from '#test/unzip.ts';

const server = shareTestServer({ TRUST_PROXY: 'on' });
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

let visitors = 0;

async function openCard() {
  const { call } = await signUp(server);
  const { id } = (await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' })).body;
  const path = `/api/nfc/${id}/tags`;
  return {
    call,
    id: String(id),
    path,
    add: (name = 'Desk') => call('POST', path, { name }),
    list: async () => (await call('GET', path)).body,
    visit: (body: object, headers: Record<string, string> = {}) => {
      visitors += 1;
      const from = `198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`;
      return server.client()('POST', `/api/cards/${id}/views`, body, {
        'user-agent': IPHONE,
        'x-forwarded-for': from,
        ...headers,
      });
    },
    breakdowns: async () => (await call('GET', '/api/analytics/dashboard')).body.breakdowns,
  };
}

describe('The tags of a card', () => {
  it('are numbered, named, written and locked', async () => {
    const { add, list, call, path } = await openCard();
    expect(await list()).toEqual([]);
    expect((await add('Desk')).body).toMatchObject({
      number: 1,
      name: 'Desk',
      writtenAt: null,
      isLocked: false,
      views: 0,
    });
    await add('Badge');
    const changed = await call('PATCH', `${path}/1`, { name: 'Front desk', isWritten: true, isLocked: true });
    expect(changed.body).toMatchObject({ name: 'Front desk', writtenAt: expect.any(String), isLocked: true });
    expect((await call('PATCH', `${path}/1`, { name: 'Desk' })).body.isLocked).toBe(true);
    expect((await list()).map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  });

  it('are removed and restored; a number is never used again', async () => {
    const { add, list, call, path } = await openCard();
    await add();
    expect((await call('DELETE', `${path}/1`)).status).toBe(200);
    expect((await call('DELETE', `${path}/1`)).status).toBe(404);
    expect((await call('PATCH', `${path}/1`, { name: 'Gone' })).status).toBe(404);
    expect((await add()).body.number).toBe(2);
    expect((await call('POST', `${path}/1/restore`)).status).toBe(200);
    expect((await call('POST', `${path}/1/restore`)).status).toBe(200);
    expect(await list()).toHaveLength(2);
    expect((await call('POST', `${path}/7/restore`)).status).toBe(404);
  });

  it(`are at most ${NFC_TAGS_MAX}, also when many are added at the same moment`, {
    tags: ['thorough'],
  }, async () => {
    const { add, list, call, path } = await openCard();
    const replies = await Promise.all(Array.from({ length: NFC_TAGS_MAX + 5 }, () => add()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(NFC_TAGS_MAX);
    expect(replies.find(({ status }) => status !== 200)?.body.message).toContain('Remove one');
    const tags: { number: number }[] = await list();
    expect(new Set(tags.map(({ number }) => number)).size).toBe(NFC_TAGS_MAX);
    await call('DELETE', `${path}/1`);
    expect((await add()).status).toBe(200);
    expect((await call('POST', `${path}/1/restore`)).status).toBe(409);
  });

  it.each([
    ['POST', '', {}],
    ['POST', '', { name: ' ' }],
    ['POST', '', { name: 'x'.repeat(61) }],
    ['PATCH', '/1', { isLocked: false }],
    ['PATCH', '/0', { name: 'Zero' }],
    ['PATCH', '/99999999999', { name: 'Many' }],
    ['PATCH', '/one', { name: 'Word' }],
    ['DELETE', '/1%00', undefined],
  ])('refuse %s %s with %j', async (method, end, body) => {
    const { add, list, call, path } = await openCard();
    await add();
    const before = await list();
    const { status } = await call(method, path + end, body);
    expect([404, 422]).toContain(status);
    expect(await list()).toEqual(before);
  });
});

it('exports the tags of an account', async () => {
  const { add, call } = await openCard();
  await confirmIdentity(call);
  await add('Desk');
  const { bytes } = await call('GET', '/api/account/export');
  const file = (await unzip(bytes)).get('goldleaf.json');
  expect(JSON.parse(String(file)).nfcTags).toMatchObject([{ number: 1, name: 'Desk', views: 0 }]);
});

describe('The views by a tag', () => {
  it('count for the tag whose number the link names', async () => {
    const { add, visit, list, breakdowns } = await openCard();
    // The card is known to the counter of views before it has tags.
    await visit({ via: 'nfc', tag: '1' });
    await add('Desk');
    await add('Badge');
    await visit({ via: 'nfc', tag: '1' });
    await Promise.all([visit({ via: 'NFC', tag: '2' }), visit({ via: 'nfc', tag: '2' })]);
    expect((await list()).map(({ views }: { views: number }) => views)).toEqual([2, 1]);
    const { channels, tags } = await breakdowns();
    expect(channels).toEqual([{ value: 'nfc', views: 4 }]);
    expect(tags).toEqual([]);
  });

  it.each([
    { via: 'nfc', tag: '2' },
    { via: 'nfc', tag: '01' },
    { via: 'nfc', tag: '1e0' },
    { via: 'nfc', tag: 'Desk' },
    { via: 'nfc' },
    { via: 'mail', tag: '1' },
    { tag: '1' },
  ])('do not count for it with %j', async (origin) => {
    const { add, visit, list } = await openCard();
    await add();
    expect((await visit(origin)).body.isCounted).toBe(true);
    expect((await list())[0].views).toBe(0);
  });

  it('keep the occasion of every other link', async () => {
    const { add, visit, breakdowns } = await openCard();
    await add();
    await visit({ via: 'mail', tag: '1' });
    expect((await breakdowns()).tags).toEqual([{ value: '1', views: 1 }]);
  });

  it('are nothing more once it is removed, and again once it is back', async () => {
    const { add, visit, list, call, path } = await openCard();
    await add();
    await visit({ via: 'nfc', tag: '1' });
    await call('DELETE', `${path}/1`);
    await visit({ via: 'nfc', tag: '1' });
    await call('POST', `${path}/1/restore`);
    await visit({ via: 'nfc', tag: '1' });
    expect((await list())[0].views).toBe(2);
  });

  it('keep nothing about who does not want to be tracked, and nothing of another card', async () => {
    const [mine, other] = [await openCard(), await openCard()];
    await mine.add();
    await mine.visit({ via: 'nfc', tag: '1' }, { dnt: '1' });
    await other.visit({ via: 'nfc', tag: '1' });
    expect((await mine.list())[0].views).toBe(0);
  });
});
