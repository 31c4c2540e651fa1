import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#shared/cards/channels.ts';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer({ TRUST_PROXY: 'on' });
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

/** An owner with a card, and what the dashboard shows of one visit reported by the page's script or the pixel. */
async function openCard() {
  const { call } = await signUp(server);
  const { id } = (await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' })).body;
  const headers = (more: Record<string, string> = {}) => ({ 'user-agent': CHROME, ...more });
  return {
    tell: (body: unknown, more?: Record<string, string>) =>
      server.client()('POST', `/api/cards/${id}/views`, body, headers(more)),
    showPixel: (page: string) =>
      server.client()('GET', `/api/cards/${id}/views.gif`, undefined, headers({ referer: page })),
    breakdowns: async () => (await call('GET', '/api/analytics/dashboard')).body.breakdowns,
    exported: async () => (await call('GET', '/api/analytics/export')).body,
    id: String(id),
  };
}

describe('The channel of a view', () => {
  it.each(CHANNELS)('is %s where the link says so', async (channel) => {
    const { tell, breakdowns } = await openCard();
    expect((await tell({ via: channel, referrer: 'https://example.org/' })).body.isCounted).toBe(true);
    expect((await breakdowns()).channels).toEqual([{ value: channel, views: 1 }]);
  });

  it('is in the figures whichever it is, however many there are', async () => {
    const { tell, breakdowns } = await openCard();
    for (const [at, via] of CHANNELS.entries()) await tell({ via }, { 'user-agent': `${CHROME} ${at}` });
    const { channels } = await breakdowns();
    expect(channels.map(({ value }: { value: string }) => value).sort()).toEqual([...CHANNELS].sort());
  });

  it.each([
    [{ via: ' NFC ' }, 'nfc'],
    [{ via: 'carrier-pigeon' }, 'other'],
    [{ via: 'x'.repeat(100) }, 'other'],
    [{ via: '' }, 'direct'],
    [{ via: null }, 'direct'],
    [{}, 'direct'],
    [{ referrer: 'https://www.linkedin.com/feed/' }, 'linkedin'],
    [{ referrer: 'https://notlinkedin.com/' }, 'other'],
    [{ referrer: 'https://t.co/x' }, 'twitter'],
    [{ referrer: 'https://l.facebook.com/l.php' }, 'facebook'],
    [{ referrer: 'https://mail.google.com/' }, 'mail'],
    [{ referrer: 'android-app://com.linkedin.android/' }, 'linkedin'],
    [{ referrer: 'https://example.org/' }, 'other'],
  ])('of a visit told as %j is %s', async (body, channel) => {
    const { tell, breakdowns } = await openCard();
    await tell(body);
    expect((await breakdowns()).channels).toEqual([{ value: channel, views: 1 }]);
  });

  it('is what the page’s own address says where the pixel counts', async () => {
    const { showPixel, breakdowns, id } = await openCard();
    await showPixel(`https://cards.example.com/card/${id}?via=wallet&tag=Web%20Summit`);
    expect(await breakdowns()).toMatchObject({
      channels: [{ value: 'wallet', views: 1 }],
      tags: [{ value: 'Web Summit', views: 1 }],
      sources: [{ value: 'Direct', views: 1 }],
    });
  });

  it('is in the export of every view, with its tag', async () => {
    const { tell, exported } = await openCard();
    await tell({ via: 'print', tag: 'Web Summit' });
    expect((await exported()).views).toMatchObject([{ via: 'print', tag: 'Web Summit' }]);
  });

  it('is not recorded if the visitor asks not to be tracked', async () => {
    const { tell, breakdowns } = await openCard();
    expect((await tell({ via: 'nfc', tag: 'fair' }, { dnt: '1' })).body.isCounted).toBe(true);
    expect(await breakdowns()).toEqual({ devices: [], sources: [], channels: [], tags: [], places: [] });
  });
});

it.each([
  ['  Web   Summit\u0000 ', 'Web Summit'],
  ['<b>fair</b>', '<b>fair</b>'],
  ['x'.repeat(100), 'x'.repeat(60)],
  // Half of a pair of surrogates would be refused, with all views of the batch.
  [`${'x'.repeat(59)}\u{1F600}`, 'x'.repeat(59)],
])('A tag %j is kept as %j', async (tag, kept) => {
  const { tell, breakdowns } = await openCard();
  await tell({ tag });
  expect((await breakdowns()).tags).toEqual([{ value: kept, views: 1 }]);
});

it.each([{ via: 7 }, { tag: ['x'] }, { via: {} }])('A visit told as %j is refused', async (body) => {
  const { tell, breakdowns } = await openCard();
  expect((await tell(body)).status).toBe(422);
  expect((await breakdowns()).channels).toEqual([]);
});
