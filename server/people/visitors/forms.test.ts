import { describe, expect, it, vi } from 'vitest';
import { publishCard, textOf } from '#test/public-card.ts';
import { startTestServer, type TestServer } from '#test/server.ts';

const server = startTestServer();
const strict = startTestServer({ RATE_LIMITS: 'on' });

describe('Who may see what', () => {
  it('uses the words of the specification if there is no card, with the status of a missing page', async () => {
    const { status, text } = await server.client()('GET', '/card/nosuchcard');
    expect(status).toBe(404);
    expect(textOf(text)).toEqual(
      expect.arrayContaining(['Card Not Found', 'This business card doesn&#39;t exist or has been removed.']),
    );
    const missing = await server.client()('GET', '/no/such/page');
    expect(missing.status).toBe(404);
    expect(textOf(missing.text)).toContain('Page Not Found');
  });

  it('shows a paused card to its owner alone, with a banner', async () => {
    const { owner, view, change } = await publishCard(server);
    await change({ isActive: false });
    const seen = await view(owner);
    expect(seen.status).toBe(200);
    expect(textOf(seen.text)).toContain('Only you can see this card. Others see “Card Not Found.”');
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect((await view()).status).toBe(404);
  });

  it('follows the privacy switches of the owner at once', async () => {
    const { owner, view, path } = await publishCard(server, {
      leadCaptureEnabled: true,
      leadCaptureFields: ['phone'],
    });
    const open = (await view()).text;
    expect(open).toContain('Exchange Contact');
    expect(open).toContain('Get in touch');
    expect(open).toContain('name="phone"');
    await owner('PATCH', '/api/account', { isExchangeEnabled: false });
    const closed = (await view()).text;
    expect(closed).toContain('Save Contact');
    expect(closed).not.toContain('Exchange Contact');
    expect(closed).not.toContain('Get in touch');
    expect((await server.client()('GET', `${path}/exchange`)).status).toBe(404);
    await owner('PATCH', '/api/account', { isProfileVisible: false });
    expect((await view()).status).toBe(404);
  });
});

describe('The fields of a card', () => {
  it('are known to phones, which fill them in and show the keys they need', async () => {
    const { path } = await publishCard(server);
    const { text } = await server.client()('GET', `${path}/exchange`);
    const fieldOf = (name: string) => new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(text)?.[0] ?? '';
    const expected = {
      fullName: ['type="text"', 'autoComplete="name"', 'autoCapitalize="words"'],
      email: ['type="email"', 'autoComplete="email"', 'inputMode="email"', 'autoCapitalize="none"'],
      phone: ['type="tel"', 'autoComplete="tel"', 'inputMode="tel"'],
      company: ['type="text"', 'autoComplete="organization"'],
      jobTitle: ['type="text"', 'autoComplete="organization-title"'],
      website: ['type="url"', 'autoComplete="url"', 'inputMode="url"', 'autoCapitalize="none"'],
    };
    for (const [name, attributes] of Object.entries(expected)) {
      for (const attribute of [...attributes, 'enterKeyHint="send"'])
        expect(fieldOf(name)).toContain(attribute);
    }
  });
});

describe('The forms of a card without scripts', () => {
  const postTo = (there: TestServer, path: string, fields: Record<string, string>) =>
    there.client()('POST', path, String(new URLSearchParams(fields)), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const post = (path: string, fields: Record<string, string>) => postTo(server, path, fields);

  it('give back what was typed with a sentence under each wrong field', async () => {
    const { path } = await publishCard(server, { leadCaptureEnabled: true, leadCaptureFields: ['message'] });
    const exchange = await post(`${path}/exchange`, { fullName: '', email: 'x', company: '"><b>Engines' });
    expect(exchange.status).toBe(422);
    expect(textOf(exchange.text)).toEqual(
      expect.arrayContaining(['Name is required', 'Valid email is required']),
    );
    expect(exchange.text).toContain('value="&quot;&gt;&lt;b&gt;Engines"');
    const lead = await post(`${path}/lead`, { name: 'Bo', email: 'x', message: 'Hi <there>' });
    expect(lead.status).toBe(422);
    expect(lead.text).toContain('Hi &lt;there&gt;');
  });

  it('are rendered once for many who ask at once, and follow the card', { tags: ['thorough'] }, async () => {
    const { path, change } = await publishCard(server, { leadCaptureEnabled: true });
    const render = vi.spyOn(server.running.app, 'readCard');
    const askAtOnce = async (page: string) => {
      render.mockClear();
      const startedAt = Date.now();
      const headers = { 'user-agent': 'Desktop' };
      const seen = await Promise.all(
        Array.from({ length: 16 }, () => server.client()('GET', `${path}/${page}`, undefined, headers)),
      );
      const roundsOf250 = Math.floor((Date.now() - startedAt) / 250) + 1;
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(seen.map(({ text }) => text)).size).toBeLessThanOrEqual(roundsOf250);
      expect(render.mock.calls.length).toBeLessThanOrEqual(roundsOf250);
    };
    for (const page of ['exchange', 'lead', 'wallet']) {
      // The news that the card was published may arrive between two of them, once.
      await vi.waitFor(() => askAtOnce(page));
      expect((await server.client()('GET', `${path}/${page}?shared=1`)).status).toBe(200);
    }
    const thanks = (await server.client()('GET', `${path}/lead?shared=1`)).text;
    expect(thanks).not.toContain('name="subject"');
    expect((await server.client()('GET', `${path}/lead?shared=2`)).text).toContain('name="subject"');
    await change({ isActive: false });
    for (const page of ['exchange', 'lead', 'lead?shared=1', 'wallet'])
      expect((await server.client()('GET', `${path}/${page}`)).status).toBe(404);
  });

  it('hold a field that people do not meet, and when they were shown', async () => {
    const { path } = await publishCard(server, { leadCaptureEnabled: true });
    for (const form of ['exchange', 'lead']) {
      const { text } = await server.client()('GET', `${path}/${form}`);
      const [, trap = ''] = /<div class="unseen" aria-hidden="true">(.*?)<\/div>/.exec(text) ?? [];
      for (const part of ['name="subject"', 'tabindex="-1"', 'autoComplete="off"'])
        expect(trap).toContain(part);
      const shownAt = Number(/name="shownAt" value="(\d+)"/.exec(text)?.[1]);
      expect(Math.abs(Date.now() - shownAt)).toBeLessThan(60_000);
    }
  });

  it('reach the owner and lead to thanks that a reload does not send again', async () => {
    const { owner, path } = await publishCard(server, {
      leadCaptureEnabled: true,
      leadCaptureFields: ['message'],
    });
    const guest = { fullName: 'Bo Guest', email: 'bo@example.com', notes: 'Hello' };
    const shared = await post(`${path}/exchange`, guest);
    expect(shared.status).toBe(303);
    const thanks = await server.client()('GET', shared.headers.get('location') ?? '');
    expect(textOf(thanks.text)).toContain('Contact Shared Successfully!');
    expect((await owner('GET', '/api/contacts')).body).toMatchObject([
      { fullName: 'Bo Guest', notes: 'Hello' },
    ]);
    const sent = await post(`${path}/lead`, { name: 'Cy', email: 'cy@example.com', message: 'Hi' });
    expect(sent.status).toBe(303);
    expect((await owner('GET', '/api/contacts/leads')).body).toMatchObject([
      { leadName: 'Cy', leadMessage: 'Hi' },
    ]);
  });

  it('say in words when one address sends too much, and keep what was typed', {
    tags: ['thorough'],
  }, async () => {
    const { path } = await publishCard(strict);
    const fields = { fullName: 'Bo Guest', email: 'nobody' };
    const send = () => postTo(strict, `${path}/exchange`, fields);
    const taken = await Promise.all(Array.from({ length: 120 }, send));
    expect(taken.every(({ status }) => status === 422)).toBe(true);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).toContain('Too many contacts shared from this address.');
    expect(refused.text).toContain('value="Bo Guest"');
  });
});
