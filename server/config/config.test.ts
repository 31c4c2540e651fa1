import { describe, expect, it } from 'vitest';
import { readConfig, SETTINGS } from './config.ts';

describe('Trusted proxies', () => {
  it.each([
    ['', false],
    ['off', false],
    ['on', 1],
    ['true', 1],
    ['0', false],
    ['2', 2],
    ['10.0.0.0/8, fd00::/8,192.0.2.7', ['10.0.0.0/8', 'fd00::/8', '192.0.2.7']],
  ])('of TRUST_PROXY=%s are %j', (value, proxies) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(proxies);
  });

  it.each(['maybe', '11', '-1', '1.5', '10.0.0.0/33', '10.0.0.0/8,', 'proxy.example.com', '0x7f.1'])(
    'of TRUST_PROXY=%s are refused in a sentence',
    (value) => {
      expect(() => readConfig({ TRUST_PROXY: value })).toThrow(
        /^Goldleaf cannot start\. TRUST_PROXY is wrong: must be on, off, a number of proxies from 1 to 10, or networks/,
      );
    },
  );
});

describe('A switch', () => {
  it.each([
    ['on', true],
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    ['off', false],
    ['False', false],
    ['0', false],
    ['no', false],
  ])('says %s for %j', (word, isOn) => {
    expect(readConfig({ RATE_LIMITS: word }).hasRateLimits).toBe(isOn);
  });

  it('that is neither is refused in a sentence', () => {
    expect(() => readConfig({ RATE_LIMITS: 'maybe' })).toThrow(
      /^Goldleaf cannot start\. RATE_LIMITS is wrong: must be on or off/,
    );
  });
});

describe('PUBLIC_URL', () => {
  it.each([
    ['https://cards.example.com', 'https://cards.example.com'],
    ['https://cards.example.com/', 'https://cards.example.com'],
    ['http://192.168.1.20:3000', 'http://192.168.1.20:3000'],
    ['https://Cards.Example.com', 'https://cards.example.com'],
    ['https://cards.example.com:443', 'https://cards.example.com'],
    ['https://müller.example', 'https://xn--mller-kva.example'],
  ])('%s is the origin that browsers say: %s', (typed, said) => {
    expect(readConfig({ PUBLIC_URL: typed }).publicUrl).toBe(said);
  });

  it.each([
    'cards.example.com',
    'ftp://cards.example.com',
    'https://cards example.com',
    'https://cards.example.com:99999',
    'https://user:password@cards.example.com',
    'https://cards.example.com/path',
    'https://cards.example.com/?query',
    'https://',
  ])('%s is refused in a sentence', (typed) => {
    expect(() => readConfig({ PUBLIC_URL: typed })).toThrow(
      /^Goldleaf cannot start\. PUBLIC_URL is wrong: must be an origin such as https:\/\/cards\.example\.com/,
    );
  });
});

describe('The other addresses of the database', () => {
  it.each(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])('%s belongs to DATABASE_URL', (name) => {
    const env = { [name]: 'postgres://db.example.com/goldleaf' };
    expect(() => readConfig(env)).toThrow(
      `Goldleaf cannot start. ${name} is of no use without DATABASE_URL.`,
    );
    expect(() =>
      readConfig({ ...env, DATABASE_URL: 'postgres://pooler.example.com/goldleaf' }),
    ).not.toThrow();
  });
});

describe('The port of the figures', () => {
  it('is not that of the product', () => {
    const sentence = /^Goldleaf cannot start\. METRICS_PORT is wrong: 3000 is PORT, too\. Choose another/;
    expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow(sentence);
    expect(() => readConfig({ PORT: '3000', METRICS_PORT: '3000' })).toThrow(sentence);
    expect(readConfig({ METRICS_PORT: '9464' }).metricsPort).toBe(9464);
    expect(readConfig({ METRICS_PORT: '3000', HOST: '192.0.2.7' }).metricsPort).toBe(3000);
    expect(readConfig({ PORT: '0' }).metricsPort).toBeUndefined();
  });
});

describe('The pages of the operator', () => {
  it('are addresses, or not set', () => {
    const env = { PRIVACY_URL: 'https://example.com/privacy', CONTACT_URL: 'mailto:help@example.com' };
    expect(readConfig({ ...env, TERMS_URL: '' }).operator).toEqual({
      privacyUrl: env.PRIVACY_URL,
      termsUrl: undefined,
      contactUrl: env.CONTACT_URL,
    });
  });

  it.each(['javascript:alert(1)', '/privacy', 'example.com', 'https://', 'mailto:help'])(
    'are not %s',
    (value) => {
      expect(() => readConfig({ TERMS_URL: value })).toThrow(/TERMS_URL is wrong: must be an address/);
    },
  );
});

const keys = { STRIPE_SECRET_KEY: 'sk_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_PRICE_ID: 'price_x' };

describe('The settings of Stripe', () => {
  it('select the test provider if none is set, and Stripe if all are', () => {
    expect(readConfig({}).stripe).toBeUndefined();
    expect(readConfig({ STRIPE_SECRET_KEY: '', STRIPE_PRICE_ID: '' }).stripe).toBeUndefined();
    expect(readConfig(keys).stripe).toMatchObject({ secretKey: 'sk_x', apiUrl: undefined });
  });

  it.each([
    ...Object.keys(keys).map((left) => ({ ...keys, [left]: '' })),
    { STRIPE_SECRET_KEY: 'sk_x' },
    { STRIPE_API_URL: 'http://127.0.0.1:12111' },
  ])('are refused in a sentence, without their values, when some are missing: %j', (env) => {
    expect(() => readConfig(env)).toThrow(/^Goldleaf cannot start\. .* belong together/);
    expect(() => readConfig(env)).not.toThrow(/sk_x|whsec_x|price_x/);
  });
});

describe('Wrong settings', () => {
  it('of several subjects are explained at once, each in a sentence', () => {
    const env = {
      PORT: 'http',
      OIDC_PROVIDERS: 'google,acme',
      OIDC_GOOGLE_CLIENT_ID: 'id',
      OIDC_GOOGLE_CLIENT_SECRET: 'hush',
      STRIPE_SECRET_KEY: 'sk_x',
      TWILIO_FROM: 'Goldleaf',
      SMS_COUNTRIES: 'DE,XX',
      AI_MODEL: 'gpt-4.1-mini',
    };
    expect(() => readConfig(env)).toThrow(
      /^Goldleaf cannot start\. PORT is wrong: .+\. OIDC_PROVIDERS names acme, but OIDC_ACME_ISSUER, .+ are not set\. STRIPE_.+ belong together: STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID are not set\. TWILIO_ACCOUNT_SID and .+\. TWILIO_FROM is wrong: .+\. SMS_COUNTRIES is wrong: "XX" is no code .+\. AI_PROVIDER is not set: .+\.$/,
    );
    expect(() => readConfig(env)).not.toThrow(/hush|sk_x/);
  });

  it('are not those of spaces alone, which count as empty', () => {
    const blank = Object.fromEntries(
      SETTINGS.flatMap(({ settings }) => settings.map(({ name }) => [name, ' '])),
    );
    expect(readConfig(blank)).toEqual(readConfig({}));
  });
});

it('The standard of every setting is the same as leaving it out', () => {
  const standards = Object.fromEntries(
    SETTINGS.flatMap(({ settings }) => settings.map(({ name, standard = '' }) => [name, standard])),
  );
  expect(readConfig(standards)).toEqual(readConfig({}));
});
