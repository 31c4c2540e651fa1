import { jwtVerify } from 'jose';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { signUp } from '#test/factories.ts';
import { startTestGoogle } from '#test/google-wallet.ts';
import { publishCard } from '#test/public-card.ts';
import { startTestServer } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const ORIGIN = 'https://cards.example.com';
const google = startTestGoogle();
const server = startTestServer(Object.assign(google.settings, { PUBLIC_URL: ORIGIN }));
const plain = shareTestServer({ PUBLIC_URL: ORIGIN });

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const ROBOTS = [
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'WhatsApp/2.24.20.89 A',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  '',
];

/** As if the operator had added a certificate; nothing is signed with it here. */
const withApple = (isThere: boolean) =>
  Object.assign(server.running.app.config.apple, { certificate: isThere ? {} : undefined });

beforeEach(() => void withApple(true));

const visit = (path: string, userAgent: string, on = server, method = 'GET') =>
  on.client()(method, path, undefined, { 'user-agent': userAgent, accept: 'text/html' });

async function scan(svg: string): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(600, 600)
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** The code on a page, as a file by itself. */
const codeIn = (html: string) =>
  (/<svg role="img".*?<\/svg>/s.exec(html)?.[0] ?? '').replace(
    '<svg',
    '<svg xmlns="http://www.w3.org/2000/svg"',
  );

describe('A card for visitors’ wallets', () => {
  it('is another object at Google in each version, which a visitor would not get otherwise', async () => {
    const { call } = await signUp(server);
    const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' });
    const idNow = async () => {
      const { headers } = await visit(`/card/${body.id}/wallet?to=google`, ANDROID);
      const [object] = (await google.readLink(headers.get('location') ?? '')).payload.genericObjects;
      return (object as { id: string }).id;
    };
    expect(await idNow()).toBe(`${google.issuerId}.${body.id}.v1`);
    expect(await idNow()).toBe(`${google.issuerId}.${body.id}.v1`);
    await call('PUT', `/api/cards/${body.id}`, { jobTitle: 'Countess' });
    expect(await idNow()).toBe(`${google.issuerId}.${body.id}.v2`);
  });

  it('has one link on its page, which is the same for everyone and stays in caches', async () => {
    for (const template of TEMPLATES) {
      const { path } = await publishCard(server, { template });
      const pages = [];
      for (const device of [IPHONE, ANDROID, MAC]) pages.push(await visit(path, device));
      const [first] = pages;
      expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
      expect(first?.text.match(new RegExp(`href="${path}/wallet"`, 'g'))).toHaveLength(1);
      expect(first?.text).toContain('Add to Wallet');
      expect(first?.headers.get('cache-control')).toContain('s-maxage');
    }
  });

  it.each([IPHONE, IPAD])('goes to the pass on %s', async (device) => {
    const { path, id: cardId } = await publishCard(server);
    const { status, headers } = await visit(`${path}/wallet`, device);
    expect([status, headers.get('location')]).toEqual([303, `/api/wallet/apple/${cardId}.pkpass`]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('goes to Google on an Android phone, with the card in the link, and asks Google nothing', async () => {
    const { path, id: cardId } = await publishCard(server, { fullName: 'Łukasz Nowak' });
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await visit(`${path}/wallet`, ANDROID, server, method);
      expect(status).toBe(303);
      expect(headers.get('cache-control')).toBe('no-store');
      const link = headers.get('location') ?? '';
      expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\//);
      expect(link.length).toBeLessThan(1_800);
      const { payload } = await jwtVerify(link.split('/').at(-1) ?? '', google.publicKey, {
        audience: 'google',
      });
      expect(JSON.stringify(payload)).toContain('Łukasz Nowak');
      expect(JSON.stringify(payload)).toContain(`/card/${cardId}?via=wallet`);
    }
    expect(google.requests).toEqual([]);
  });

  it('follows an edit at once on an Android phone, and names the object once its owner has chosen Google', {
    tags: ['thorough'],
  }, async () => {
    const { path, id: cardId, change, owner: call } = await publishCard(server);
    const read = async () => {
      const { headers } = await visit(`${path}/wallet`, ANDROID);
      const { payload } = await jwtVerify(headers.get('location')?.split('/').at(-1) ?? '', google.publicKey);
      return JSON.stringify(payload);
    };
    await read();
    await change({ fullName: 'Someone New' });
    expect(await read()).toContain('Someone New');
    await call('GET', `/api/wallet/google/${cardId}`);
    const named = await read();
    expect(named).toContain(`${google.issuerId}.${cardId}`);
    expect(named).not.toContain('Someone New');
  });

  it('shows everyone else both ways and a code of this very page, without scripts', {
    tags: ['thorough'],
  }, async () => {
    for (const template of TEMPLATES) {
      const { path, id: cardId } = await publishCard(server, { template });
      const { status, text, headers } = await visit(`${path}/wallet`, MAC);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toContain(`href="/api/wallet/apple/${cardId}.pkpass"`);
      expect(text).toContain(`href="${path}/wallet?to=google"`);
      expect(text).not.toContain('<script');
      expect(text).toContain('noindex');
      expect(await scan(codeIn(text))).toBe(`${ORIGIN}${path}/wallet`);
      const pressed = await visit(`${path}/wallet?to=google`, MAC);
      expect(pressed.headers.get('location')).toMatch(/^https:\/\/pay\.google\.com/);
    }
  });

  it.each(ROBOTS)('is a page for the robot “%s”, whatever it asks for', async (robot) => {
    const { path } = await publishCard(server);
    for (const query of ['', '?to=google', '?to=apple', '?to=google&to=google']) {
      const { status, headers } = await visit(`${path}/wallet${query}`, robot);
      expect([status, headers.get('location')]).toEqual([200, null]);
    }
  });

  it('says kindly on a phone whose wallet is not offered what works instead', async () => {
    withApple(false);
    const { path, id: cardId } = await publishCard(server);
    const { status, text } = await visit(`${path}/wallet`, IPHONE);
    expect(status).toBe(200);
    expect(text).toContain('Apple Wallet isn’t available here yet.');
    expect(text).not.toContain('Google Wallet');
    expect(text).not.toContain('pkpass');
    expect(text).toContain(`href="/api/cards/${cardId}/vcard"`);
    expect((await visit(`${path}/wallet`, ANDROID)).status).toBe(303);
    const elsewhere = (await visit(`${path}/wallet`, MAC)).text;
    expect(elsewhere).toContain('Google Wallet (Android)');
    expect(elsewhere).toContain('Apple Wallet isn’t available');
  });

  it('is not linked on a server without settings, and offers the contact file and the code, and no pass', {
    tags: ['thorough'],
  }, async () => {
    const { path, id: cardId } = await publishCard(plain);
    expect((await visit(path, MAC, plain)).text).not.toContain('/wallet"');
    for (const device of [IPHONE, ANDROID, MAC, '']) {
      const { status, text } = await visit(`${path}/wallet?to=google`, device, plain);
      expect(status).toBe(200);
      expect(text).toMatch(/available here yet/);
      expect(text).toContain(`href="/api/cards/${cardId}/vcard"`);
      expect(text).not.toMatch(/pkpass|pay\.google/);
      expect(await scan(codeIn(text))).toBe(ORIGIN + path);
    }
  });

  it('is not there where the card is not, or where its owner does not want it', async () => {
    const { path, change, owner: call } = await publishCard(server);
    const ask = async () => (await visit(`${path}/wallet`, ANDROID)).status;
    await change({ walletEnabled: false });
    expect(await ask()).toBe(404);
    const page = await visit(path, MAC);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('/wallet"');
    await change({ walletEnabled: true, isActive: false });
    expect(await ask()).toBe(404);
    await change({ isActive: true });
    expect(await ask()).toBe(303);
    await call('PATCH', '/api/account', { isProfileVisible: false });
    expect(await ask()).toBe(404);
    for (const id of ['nosuchcard', '%00', 'a'.repeat(199), '..%2f..']) {
      const { status, text } = await visit(`/card/${id}/wallet`, ANDROID);
      expect([status, /not found/i.test(text)]).toEqual([404, true]);
    }
  });
});
