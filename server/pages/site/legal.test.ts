import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { BROWSER_DAYS } from '#server/infra/http/known-browser.ts';
import { RESTORE_DAYS, SESSION_DAYS, UNREVIEWED_DAYS } from '#shared/contract/constants.ts';
import { signUp } from '#test/factories.ts';
import { settingsFor } from '#test/oidc-issuer.ts';
import { startTestServer } from '#test/server.ts';

const PATHS = ['/imprint', '/terms', '/privacy', '/processing-agreement'];
const SELLER = {
  SELLER_NAME: 'Marchetti & Figli <b>',
  SELLER_ADDRESS: 'Via Roma 1, 50123 Firenze',
  SELLER_EMAIL: 'help@marchetti.example',
  SELLER_TAX_ID: 'IT12345678901',
  SELLER_COUNTRY: 'IT',
};
const asBrowser = { accept: 'text/html' };

describe('Without a seller', () => {
  const server = startTestServer({ SELLER_NAME: 'Marchetti' });

  it('nobody is shown legal pages, and nothing links to them', async () => {
    const { call } = await signUp(server);
    for (const path of PATHS) {
      for (const who of [server.client(), call]) {
        expect((await who('GET', path, undefined, asBrowser)).status).toBe(404);
      }
    }
    expect((await server.client()('GET', '/api/legal')).body).toEqual({
      imprintUrl: null,
      termsUrl: null,
      privacyUrl: null,
    });
    expect((await server.client()('GET', '/')).text).not.toMatch(/>(Imprint|Terms|Privacy)<\/a>/);
  });

  it('administrators see them, and which settings are missing', async () => {
    const { call, id } = await signUp(server);
    await server.running.app.db.update(users).set({ isAdmin: true }).where(eq(users.id, id));
    for (const path of PATHS) {
      const { status, text, headers } = await call('GET', path, undefined, asBrowser);
      expect(status).toBe(200);
      expect(text).toContain('To publish it, set SELLER_ADDRESS, SELLER_EMAIL');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('With a seller', () => {
  const server = startTestServer({ ...SELLER, SMTP_URL: 'smtp://post:secret@mail.example.org:587' });
  const read = async (path: string) => (await server.client()('GET', path, undefined, asBrowser)).text;

  it('the imprint says who sells, as text', async () => {
    const imprint = await read('/imprint');
    for (const part of [
      'Marchetti &amp; Figli &lt;b&gt;',
      'Via Roma 1',
      '50123 Firenze',
      'Italy',
      'help@marchetti.example',
      'IT12345678901',
    ]) {
      expect(imprint).toContain(part);
    }
    expect(imprint).not.toContain('Only administrators');
  });

  it('the terms say price, cancellation, withdrawal and refunds', async () => {
    const terms = await read('/terms');
    for (const part of [
      '$5 a month',
      'id="withdrawal"',
      'within 14 days without giving any reason',
      'Model withdrawal form',
      'id="refunds"',
      'The law of Italy applies',
    ]) {
      expect(terms).toContain(part);
    }
    expect(terms).toContain('mailto:help@marchetti.example?subject=Withdrawal%20from%20my%20contract');
  });

  it('the privacy policy says what is stored how long, and names only processors in use', async () => {
    const privacy = await read('/privacy');
    for (const days of [SESSION_DAYS, RESTORE_DAYS, UNREVIEWED_DAYS, BROWSER_DAYS]) {
      expect(privacy).toContain(`${days} days`);
    }
    expect(privacy).toContain('mail.example.org');
    expect(privacy).not.toContain('secret');
    expect(privacy).not.toContain('Stripe');
  });

  it('the team decides over contacts that come through its cards, and there is a template for its processing', async () => {
    expect(await read('/terms')).toContain('<a href="/processing-agreement">processing agreement</a>');
    expect(await read('/terms')).toContain('contacts that come through them belong to the team');
    expect(await read('/privacy')).toContain('What you send there goes to that person and to the team.');
    const template = await read('/processing-agreement');
    for (const part of [
      'Marchetti &amp; Figli &lt;b&gt;',
      'article 28',
      'mail.example.org',
      'articles 32 to 36',
    ])
      expect(template).toContain(part);
    expect(template).not.toContain('Only administrators');
  });

  it('they are linked from the foot of the front page and kept in memory', async () => {
    const front = await read('/');
    for (const [path, label] of [
      ['/imprint', 'Imprint'],
      ['/terms', 'Terms'],
      ['/privacy', 'Privacy'],
    ]) {
      expect(front).toContain(`<a href="${path}">${label}</a>`);
    }
    const visitor = server.client();
    const { headers } = await visitor('GET', '/terms');
    const again = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await visitor('GET', '/terms', undefined, again)).status).toBe(304);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });
});

describe('The operator’s own pages', { tags: ['thorough'] }, () => {
  const TERMS_URL = 'https://example.com/terms';
  const server = startTestServer({ ...SELLER, TERMS_URL });

  it('win over ours', async () => {
    const { status, headers } = await server.client()('GET', '/terms');
    expect([status, headers.get('location')]).toEqual([303, TERMS_URL]);
    expect((await server.client()('GET', '/api/legal')).body).toEqual({
      imprintUrl: '/imprint',
      termsUrl: TERMS_URL,
      privacyUrl: '/privacy',
    });
    expect((await server.client()('GET', '/imprint')).text).toContain(`href="${TERMS_URL}"`);
  });
});

describe('With Stripe', { tags: ['thorough'] }, () => {
  const server = startTestServer({
    ...SELLER,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_ID: 'price_1',
    STRIPE_API_URL: 'http://127.0.0.1:9',
    STRIPE_AUTOMATIC_TAX: 'on',
  });

  it('the privacy policy names it', async () => {
    expect((await server.client()('GET', '/privacy')).text).toContain('https://stripe.com/privacy');
  });

  it('the front page does not call a price whole to which tax may be added', async () => {
    const { text } = await server.client()('GET', '/');
    expect(text).toContain('Tax is calculated where you live.');
    expect(text).toContain('Then $5 per month per card plus tax.');
    expect(text).not.toMatch(/whole price|per month per card\. Cancel/);
  });

  it('the terms name the price as the checkout does', async () => {
    expect((await server.client()('GET', '/terms')).text).toContain('$5 a month plus tax');
  });

  it('the app’s document says that tax comes on top', async () => {
    const { status, text } = await server.client()('GET', '/auth/register');
    // Tests also run when the app has not been built.
    expect([status, text.includes('<meta name="tax" content="exclusive" />')]).toEqual(
      status === 503 ? [503, false] : [200, true],
    );
  });
});

describe('With sign-in by a provider', { tags: ['thorough'] }, () => {
  const server = startTestServer({
    ...SELLER,
    ...settingsFor('acme', 'https://acme.example'),
    OIDC_PROVIDERS: 'acme',
  });

  it('the privacy policy names it', async () => {
    expect((await server.client()('GET', '/privacy')).text).toContain('Acme, if you sign in with it');
  });
});
