import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { publishCard } from '#test/public-card.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer({ RATE_LIMITS: 'on' });

/**
 * Waits until earlier changes have been announced, so that what is cached from now on stays. Notifications arrive in
 * commit order.
 */
async function hearAllChanges(): Promise<void> {
  const { db, pages } = server.running.app;
  const invalidate = vi.spyOn(pages, 'invalidate');
  await db.execute(sql`select pg_notify('page_changes', 'all before')`);
  await vi.waitFor(() => expect(invalidate).toHaveBeenCalledWith('all before'));
  invalidate.mockRestore();
}

const FILES = ['vcard', 'qr.svg', 'qr.png'] as const;

describe('What is made from a card', () => {
  it.each(FILES)(
    'is made once (%s), answers 304 to who has it, and is made anew after a change',
    async (file) => {
      const { id, change } = await publishCard(server);
      await hearAllChanges();
      const visitor = server.client();
      const address = `/api/cards/${id}/${file}`;
      const first = await visitor('GET', address);
      const etag = first.headers.get('etag') ?? '';
      expect(
        await visitor('GET', `${address}?utm_source=x`, undefined, { 'if-none-match': etag }),
      ).toMatchObject({
        status: 304,
        text: '',
      });
      const { entries } = server.running.app.pages.measure();
      for (let n = 0; n < 5; n += 1) await visitor('GET', `${address}?fbclid=${n}`);
      expect(server.running.app.pages.measure().entries).toBe(entries);
      await change({ fullName: 'Ada Byron', isActive: false });
      expect((await visitor('GET', address)).status).toBe(404);
      await change({ isActive: true });
      const again = await visitor('GET', address);
      expect(again.status).toBe(200);
      if (file === 'vcard') expect(again.text).toContain('FN:Ada Byron');
    },
  );

  it('keeps one code for all spellings of its parameters', async () => {
    const { id } = await publishCard(server);
    await hearAllChanges();
    const address = `/api/cards/${id}/qr.png`;
    await server.client()('GET', address);
    const { entries } = server.running.app.pages.measure();
    for (const query of ['', '?size=300', '?errorCorrection=medium&size=300', '?gclid=1&size=0300']) {
      expect((await server.client()('GET', address + query)).status).toBe(200);
    }
    expect(server.running.app.pages.measure().entries).toBe(entries);
  });

  it('leads who follows a link to it, as from another site, to the page that says it is gone', async () => {
    const { id, path, change } = await publishCard(server);
    const address = `/api/cards/${id}/vcard`;
    const follow = (headers: Record<string, string>) =>
      server.client()('GET', address, undefined, { 'sec-fetch-site': 'cross-site', ...headers });
    const byLink = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' };
    expect((await follow(byLink)).headers.get('content-type')).toBe('text/vcard; charset=utf-8');
    await change({ isActive: false });
    const { status, headers } = await follow(byLink);
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, path, 'no-store']);
    const called = await follow({ 'sec-fetch-mode': 'cors' });
    expect([called.status, called.body.code]).toEqual([404, 'not_found']);
    await change({ isActive: true });
    expect((await follow(byLink)).status).toBe(200);
  });

  it('is there again with a card that was deleted and restored, as its page is', async () => {
    const { id, owner, path } = await publishCard(server);
    const visitor = server.client();
    const statuses = async () => [
      (await visitor('GET', path)).status,
      (await visitor('GET', `/api/cards/${id}/vcard`)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await owner('DELETE', `/api/cards/${id}`);
    expect(await statuses()).toEqual([404, 404]);
    await owner('POST', `/api/cards/${id}/restore`);
    expect(await statuses()).toEqual([200, 200]);
  });
});

describe('One address', () => {
  it('that tries too many unknown cards must wait, but still sees cached cards', async () => {
    const { app } = server.running;
    const { path, id, owner } = await publishCard(server);
    await hearAllChanges();
    const visitor = server.client();
    expect((await visitor('GET', path)).status).toBe(200);
    expect((await visitor('GET', '/card/none1')).status).toBe(404);
    // As if someone had tried hundreds.
    while (await app.limits.spend('lookup', '127.0.0.1'));
    const refused = await visitor('GET', '/card/none2');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const inBrowser = await visitor('GET', '/card/none2', undefined, { accept: 'text/html' });
    expect([inBrowser.status, Number(inBrowser.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(inBrowser.text).toContain('<h1');
    expect((await visitor('GET', path)).status).toBe(200);
    expect((await visitor('GET', '/card/none1')).status).toBe(404);
    expect((await owner('GET', `/api/cards/${id}`)).status).toBe(200);
    await app.limits.clear('lookup', '127.0.0.1');
    expect((await visitor('GET', '/card/none2')).status).toBe(404);
  });

  it('that asks for too many files is told to wait, by a page if a link led there', async () => {
    const { limits } = server.running.app;
    const { id } = await publishCard(server);
    while (await limits.spend('cardFile', '127.0.0.1'));
    const follow = async (headers: Record<string, string>) => {
      const answer = await server.client()('GET', `/api/cards/${id}/vcard`, undefined, headers);
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      return answer;
    };
    expect((await follow({ 'sec-fetch-mode': 'cors' })).body.code).toBe('too_many_requests');
    const page = await follow({ 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('Too many pictures and contact files. Please try again in ');
    await limits.clear('cardFile', '127.0.0.1');
  });
});

describe('Responses of the API', () => {
  it('are compressed from a kilobyte on, as the caller wishes', async () => {
    const { owner, id } = await publishCard(server, { bio: 'Notes. '.repeat(200) });
    const codings = async (address: string, accepted: string) => {
      const { headers, body } = await owner('GET', address, undefined, { 'accept-encoding': accepted });
      return [headers.get('content-encoding'), headers.get('vary'), body !== null];
    };
    expect(await codings('/api/cards', 'gzip, br')).toEqual(['br', 'Accept-Encoding', true]);
    expect(await codings(`/api/cards/${id}`, 'gzip')).toEqual(['gzip', 'Accept-Encoding', true]);
    expect(await codings('/api/cards', 'identity')).toEqual([null, 'Accept-Encoding', true]);
    expect(await codings('/api/auth/me', 'br')).toEqual([null, 'Accept-Encoding', true]);
  });
});
