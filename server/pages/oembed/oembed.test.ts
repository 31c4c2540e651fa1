import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { escapeMarkup } from '#shared/formats/markup.ts';
import { readCode } from '#test/code-readers.ts';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const ORIGIN = 'https://cards.example.com';
const server = shareTestServer({ PUBLIC_URL: ORIGIN });
const NAME = `"><script>alert('x')</script> & Zoë ]]>`;
let owner: Client;
let cardId: string;
beforeAll(async () => {
  ({ call: owner } = await signUp(server));
  cardId = (await owner('POST', '/api/cards', { name: 'Work', fullName: NAME, company: 'A & B' })).body.id;
});

const ask = (url: string, more = '', call = server.client()) =>
  call('GET', `/api/oembed?url=${encodeURIComponent(url)}${more}`);
const card = () => `${ORIGIN}/card/${cardId}`;

describe('oEmbed', () => {
  it.each(['', '/', '?via=linkedin', '#top'])(
    'shows a card at its address (%s) as a link with its code',
    async (rest) => {
      const { status, headers, body } = await ask(card() + rest);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(body).toMatchObject({
        type: 'rich',
        version: '1.0',
        width: 360,
        height: 130,
        provider_url: ORIGIN,
      });
      expect(body.author_name).toBe(NAME);
      expect(body.html).toContain(`href="${card()}?via=embed"`);
      expect(body.html).toContain(escapeMarkup(NAME));
      expect(body.html).not.toMatch(/<script|onerror|javascript:/i);
    },
  );

  it('says the same in XML, whatever the name contains', async () => {
    const { status, headers, text } = await ask(card(), '&format=xml');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed>(?:<(\w+)>[^<>]*<\/\1>)+<\/oembed>\n$/,
    );
    expect(text).toContain(`<author_name>${escapeMarkup(NAME)}</author_name>`);
  });

  it('stays within the size a site has room for', async () => {
    expect((await ask(card(), '&maxwidth=240')).body).toMatchObject({ type: 'rich', width: 240 });
    for (const size of ['maxwidth=100', 'maxheight=40']) {
      const { body } = await ask(card(), `&${size}`);
      expect(body).toMatchObject({ type: 'link', author_url: card() });
      expect(body).not.toHaveProperty('html');
    }
    for (const size of ['maxwidth=0', 'maxwidth=x', 'maxheight=1.5']) {
      expect((await ask(card(), `&${size}`)).status).toBe(400);
    }
    expect((await ask(card(), '&maxwidth=abc')).body.message).toBe('maxwidth: Must be a number');
  });

  it('has a code whose scans count as embedded', async () => {
    const { body } = await ask(card());
    const [, address = ''] = /<img src="([^"]+)"/.exec(body.html) ?? [];
    const code = await fetch(server.url + address.slice(ORIGIN.length));
    const picture = await sharp(Buffer.from(await code.arrayBuffer()), { density: 400 })
      .png()
      .toBuffer();
    const link = `${card()}?via=embed`;
    expect(await readCode(picture)).toEqual({ jsqr: link, zxing: link });
    // The card's own code stays as it is.
    const own = await fetch(`${server.url}/api/cards/${cardId}/qr.png?size=300`);
    expect((await readCode(Buffer.from(await own.arrayBuffer()))).zxing).toBe(card());
    expect((await fetch(`${server.url}/api/cards/${cardId}/qr.svg?via=mail`)).status).toBe(400);
  });

  it.each([
    'https://other.example/card/abcdefghij',
    'http://cards.example.com/card/abcdefghij',
    `${ORIGIN}/`,
    `${ORIGIN}/card/`,
    `${ORIGIN}/card/nosuchcard`,
    `${ORIGIN}/card/a/exchange`,
    `${ORIGIN}/c/nobody-has-this`,
    `${ORIGIN}/c/%E0%A4`,
    `${ORIGIN}/c/`,
    `${ORIGIN}/portfolio/nobody`,
    `${ORIGIN}/dashboard`,
    'javascript:alert(1)',
    'nothing',
  ])('knows nothing of %s', async (url) => {
    expect((await ask(url)).status).toBe(404);
  });

  it('needs an address, and speaks JSON and XML only', async () => {
    expect((await server.client()('GET', '/api/oembed')).status).toBe(400);
    expect((await ask(card(), '&format=yaml')).status).toBe(501);
  });

  it.each(['portfolio/%00', 'card/%00', 'c/%00', '%00'])('finds nothing at %s', async (path) => {
    expect((await ask(`${ORIGIN}/${path}`)).status).toBe(404);
  });

  it('does not show a paused card, not even to its owner', async () => {
    const { call } = await signUp(server);
    const { body } = await call('POST', '/api/cards', {
      name: 'Paused',
      fullName: 'Ada King',
      isActive: false,
    });
    for (const client of [server.client(), call]) {
      expect((await ask(`${ORIGIN}/card/${body.id}`, '', client)).status).toBe(404);
    }
  });

  it('shows a card at its own addresses, also at a former name of it', { tags: ['thorough'] }, async () => {
    const { call, username } = await signUp(server);
    const { body: made } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' });
    for (const name of ['ada-before', 'ada-king']) {
      expect((await call('PUT', `/api/aliases/cards/${made.id}`, { name })).status).toBe(200);
    }
    await call('PUT', `/api/aliases/cards/${made.id}/username`, { isOn: true });
    const addresses = ['/c/ada-king', '/c/ada-before', '/c/ADA-King/?via=mail', `/${username}`];
    for (const address of addresses) {
      const { status, body } = await ask(ORIGIN + address);
      expect([address, status, body.type, body.author_url]).toEqual([
        address,
        200,
        'rich',
        `${ORIGIN}/card/${made.id}`,
      ]);
    }
    await call('PUT', `/api/cards/${made.id}`, { isActive: false });
    expect((await ask(`${ORIGIN}/c/ada-king`)).status).toBe(404);
  });

  it('shows a portfolio as a link, and none that is hidden', async () => {
    const { call, username } = await signUp(server);
    for (const name of ['Work', 'Private']) {
      const { body } = await call('POST', '/api/cards', { name, fullName: 'Ada King' });
      await call('PUT', `/api/aliases/cards/${body.id}/username`, { isOn: true });
    }
    for (const address of [`/portfolio/${username}`, `/${username}`]) {
      const { status, body } = await ask(ORIGIN + address);
      expect([status, body.type, body.author_url]).toEqual([200, 'link', `${ORIGIN}/portfolio/${username}`]);
    }
    expect((await call('PATCH', '/api/account', { isProfileVisible: false })).status).toBe(200);
    for (const address of [`/portfolio/${username}`, `/${username}`]) {
      expect((await ask(ORIGIN + address, '', call)).status).toBe(404);
    }
  });

  it.each([false, true])(
    'is found by the card’s page, also with a main link of its own (%s)',
    async (isMain) => {
      const name = `embedded-${isMain}`;
      expect((await owner('PUT', `/api/aliases/cards/${cardId}`, { name, isMain })).status).toBe(200);
      const page = await (await fetch(`${server.url}/card/${cardId}`)).text();
      const [, address = ''] =
        /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page) ?? [];
      const { status, body } = await server.client()(
        'GET',
        address.replaceAll('&amp;', '&').slice(ORIGIN.length),
      );
      expect(status).toBe(200);
      expect(body.author_url).toBe(card());
    },
  );
});
