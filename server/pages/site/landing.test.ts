import ical from 'ical.js';
import { expect, it } from 'vitest';
import { listAbilities } from '#server/abilities.ts';
import { readConfig } from '#server/config/config.ts';
import { joinParts } from '#site/markup.ts';
import { renderLanding } from '#site/render.tsx';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it('serves the landing page as one document, kept in memory', async () => {
  const visitor = server.client();
  const { status, text, headers } = await visitor('GET', '/');
  expect(status).toBe(200);
  expect(text).toContain('Elevate Your Professional Networking');
  expect(headers.get('cache-control')).toContain('public');
  const etag = headers.get('etag') ?? '';
  expect((await visitor('GET', '/', undefined, { 'if-none-match': etag })).status).toBe(304);
  expect((await visitor('HEAD', '/')).headers.get('etag')).toBe(etag);
  expect((await visitor('GET', '/?utm_source=card')).text).toBe(text);
});

it('admits its own styles and script by their hashes, and nothing else', async () => {
  const { headers } = await server.client()('GET', '/');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; script-src( 'sha256-[^']+')+;/);
  expect(policy).not.toContain('unsafe');
});

it.each(['/', '/logo-preview', '/nowhere'])(
  'keeps the words of %s beside the notch of a phone on its side',
  async (path) => {
    const { text } = await server.client()('GET', path, undefined, { accept: 'text/html' });
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
  },
);

it('links the operator’s pages, if they are configured', { tags: ['thorough'] }, async () => {
  const props = {
    origin: 'https://cards.example',
    abilities: listAbilities({ config: readConfig({}), now: () => new Date() }),
  };
  const bare = joinParts(renderLanding(props));
  expect(bare).not.toMatch(/>(Privacy|Terms|Contact)<\/a>/);
  const links = {
    privacyUrl: 'https://example.com/privacy',
    termsUrl: 'https://example.com/terms',
    contactUrl: 'mailto:help@example.com',
  };
  const html = joinParts(renderLanding({ ...props, ...links }));
  expect(html).toContain('<a href="https://example.com/privacy">Privacy</a>');
  expect(html).toContain('<a href="https://example.com/terms">Terms</a>');
  expect(html).toContain('<a href="mailto:help@example.com">Contact</a>');
});

it("gives the example card's contact file", async () => {
  const { headers, text } = await server.client()('GET', '/example.vcf');
  expect(headers.get('content-type')).toContain('text/vcard');
  expect(headers.get('content-disposition')).toContain('Elena_Marchetti.vcf');
  const card = new ical.Component(ical.parse(text));
  expect(card.getFirstPropertyValue('fn')).toBe('Elena Marchetti');
});

it('lists the front page for search engines and keeps them out of what is behind a sign-in', async () => {
  const visitor = server.client();
  const robots = await visitor('GET', '/robots.txt');
  expect(robots.headers.get('content-type')).toContain('text/plain');
  const rules = [...robots.text.matchAll(/^Disallow: (.+)$/gm)].map(
    ([, rule = '']) => new RegExp(`^${rule.replaceAll('?', '\\?')}`),
  );
  const isClosed = (path: string) => rules.some((rule) => rule.test(path));
  for (const path of [
    '/api/auth/me',
    '/dashboard',
    '/qr',
    '/qr/',
    '/qr?card=x',
    '/edit-card/x',
    '/teams/x/claim/y',
  ])
    expect([path, isClosed(path)]).toEqual([path, true]);
  // Whose name begins like a screen.
  for (const path of ['/', '/qrafael', '/adminton', '/card/x'])
    expect([path, isClosed(path)]).toEqual([path, false]);
  expect(robots.text).not.toMatch(/Disallow: \/(card\/|portfolio)?$/m);
  const [, address = ''] = /Sitemap: (.+)/.exec(robots.text) ?? [];
  const sitemap = await visitor('GET', new URL(address).pathname);
  expect(sitemap.headers.get('content-type')).toContain('application/xml');
  expect(sitemap.text.match(/<loc>[^<]+<\/loc>/g)).toHaveLength(1);
});

it('serves the logo gallery', async () => {
  const { status, text } = await server.client()('GET', '/logo-preview');
  expect([status, text.includes('Minimalist Circle')]).toEqual([200, true]);
});
