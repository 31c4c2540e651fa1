import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Endpoint, isMultipart, pathTo } from '#shared/api.ts';
import { CARD_FIELDS, type CardFieldName, cardField } from '#shared/card-fields.ts';
import { contract } from '#shared/contract.ts';
import { namesOf } from '#shared/field-kinds.ts';
import { z } from '#shared/zod.ts';
import { PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { MINIMAL_CARD } from '#test/full-card.ts';
import { type Answer, type Client, startTestServer } from '#test/server.ts';

// Thousands of calls per test: slow machines may take their time.
vi.setConfig({ testTimeout: 120_000 });
const server = startTestServer();

type Body = Record<string, unknown>;
const endpoints = Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature));
const named = (wanted: (endpoint: Endpoint) => boolean) =>
  endpoints
    .filter(wanted)
    .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);
const withBody = named(({ body }) => body !== undefined && !isMultipart(body));

const TEXTS = [
  '\u0000',
  'a\u0000b',
  '\uD800',
  'a\uDFFF\uD83Db',
  '\u202Egnp.exe\u2066',
  '\u0007\u001B[31m\u007F',
  '__proto__',
  'constructor',
  "'; DROP TABLE users; --",
  '\\',
  '%00%0d%0a',
  '{{7*7}}',
  '"><script>alert(1)</script>',
  'Hi\r\nSet-Cookie: a=b\r\n\r\nBEGIN:VCARD',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'Z͑ͫ̓a̴l҉g͢o'.repeat(9),
  '\uFEFF\u200B\u2028\u2029',
  'NaN',
];
const HUGE = 'x'.repeat(1024 * 1024);
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  0.1,
  {},
  [],
  [[]],
  [null],
  { length: -1 },
  { toString: 1 },
  '',
  ' ',
];

/** What a body needs besides the field under attack. */
const GOOD: Record<string, Body> = {
  'POST /api/auth/register': {
    username: 'someone',
    email: 'a@example.com',
    password: PASSWORD,
    fullName: 'Ada',
  },
  'POST /api/auth/login': { email: 'someone', password: PASSWORD },
  'POST /api/cards': MINIMAL_CARD,
  'POST /api/contacts/exchange': { fullName: 'Ada', email: 'a@example.com' },
  'PATCH /api/account': { currentPassword: PASSWORD },
};

function propertiesOf(endpoint: Endpoint): [string, unknown][] {
  if (!(endpoint.body instanceof z.ZodType)) return [];
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  return Object.entries(schema.properties ?? {});
}

const fieldsOf = (endpoint: Endpoint): string[] => propertiesOf(endpoint).map(([name]) => name);

/** One field for each JSON schema: a wrong type is refused by the schema, whichever of its fields it is in. */
function fieldPerSchema(endpoint: Endpoint): string[] {
  const bySchema = new Map(propertiesOf(endpoint).map(([name, schema]) => [JSON.stringify(schema), name]));
  return [...bySchema.values()];
}

/** Either refused in the standard form, or accepted and stored without anything text must not contain. */
function expectHarmless({ status, body, text }: Answer, sent: string): void {
  expect(status, `${sent} → ${text}`).toBeLessThan(500);
  if (status >= 400) {
    expect(body, sent).toEqual(
      expect.objectContaining({ message: expect.any(String), code: expect.any(String) }),
    );
    return;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
  expect(text, sent).not.toMatch(/\\u0000|[\u0000\u202E\u2066]|\\ud[89a-f]/i);
}

/** Sends the bodies a few at a time. */
async function sendAll(call: Client, endpoint: Endpoint, url: string, bodies: Body[]): Promise<void> {
  const waiting = [...bodies];
  const send = async () => {
    for (let body = waiting.pop(); body; body = waiting.pop()) {
      expectHarmless(await call(endpoint.method, url, body), JSON.stringify(body).slice(0, 200));
    }
  };
  await Promise.all([send(), send(), send(), send()]);
}

async function attack(endpoint: Endpoint) {
  const person = await signUpWithCard(server);
  const { cardId, contactId } = person;
  const id = endpoint.path.startsWith('/api/contacts') ? contactId : cardId;
  const good = {
    ...GOOD[`${endpoint.method} ${endpoint.path}`],
    ...(endpoint.path.endsWith('/exchange') ? { cardId } : {}),
  };
  return { ...person, good, url: pathTo(endpoint.path, { id, cardId, platform: 'linkedin', number: 1 }) };
}

describe('No input fails', () => {
  it.each(withBody)('%s: hostile texts and other types in every field', async (_name, endpoint) => {
    const { call, url, good } = await attack(endpoint);
    const fields = fieldsOf(endpoint);
    expect(fields.length).toBeGreaterThan(0);
    const otherTypes = [...TEXTS.flatMap((text) => [[text], { linkedin: text }]), ...VALUES];
    const bodies = (names: string[], values: unknown[]) =>
      names.flatMap((name) => values.map((value) => ({ ...good, [name]: value })));
    await sendAll(call, endpoint, url, [
      ...bodies(fields, TEXTS),
      ...bodies(fieldPerSchema(endpoint), otherTypes),
    ]);
    expect((await server.client()('GET', '/healthz')).status).toBe(200);
  });

  it.each(withBody)('%s: a megabyte of text in every field', async (_name, endpoint) => {
    const { call, url, good } = await attack(endpoint);
    const ofOtherTypes = fieldPerSchema(endpoint);
    for (const field of fieldsOf(endpoint)) {
      for (const value of ofOtherTypes.includes(field) ? [HUGE, [HUGE], { linkedin: HUGE }] : [HUGE]) {
        const answer = await call(endpoint.method, url, { ...good, [field]: value });
        expect(answer.status, field).toBeGreaterThanOrEqual(400);
        expectHarmless(answer, field);
      }
    }
  });

  it.each(withBody)('%s: any JSON', async (_name, endpoint) => {
    const { call, url, good } = await attack(endpoint);
    const values = fc.dictionary(
      fc.constantFrom(...fieldsOf(endpoint)),
      fc.jsonValue({ stringUnit: 'binary' }),
      {
        maxKeys: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(values, async (body) => {
        expectHarmless(await call(endpoint.method, url, { ...good, ...body }), JSON.stringify(body));
      }),
      { numRuns: 25 },
    );
  });

  it.each(named(({ params, query }) => params !== undefined || query !== undefined))(
    '%s: hostile parts in its address',
    async (_name, endpoint) => {
      const { call } = await signUp(server);
      for (const text of [...TEXTS.filter((one) => one.isWellFormed()), '../../etc/passwd', '']) {
        const path = pathTo(endpoint.path, { id: text, cardId: text, platform: text, number: text });
        const query = new URLSearchParams({ format: text, size: text, errorCorrection: text, kind: text });
        expectHarmless(await call(endpoint.method, `${path}?${query}&size=1&size[]=2&__proto__[a]=1`), path);
      }
    },
  );
});

describe('A card full of hostile text', () => {
  const FIELDS = namesOf(CARD_FIELDS, 'line', 'text').filter((name) => !(name in MINIMAL_CARD));
  const maxOf = (name: CardFieldName) => {
    const field = cardField(name);
    return 'max' in field ? field.max : undefined;
  };
  const LISTS = namesOf(CARD_FIELDS, 'list').filter((name) => CARD_FIELDS[name].of === 'tags');

  it.each(TEXTS)('%j is shown, saved and exported without failing', async (text) => {
    const { call } = await signUp(server);
    const filled = Object.fromEntries([
      ...FIELDS.map((field) => [field, text.slice(0, maxOf(field))]),
      ...LISTS.map((list) => [list, [text]]),
    ]);
    const named = `A ${text}`;
    const created = await call('POST', '/api/cards', {
      ...filled,
      name: named,
      fullName: named,
      social: { discord: text },
    });
    expect([200, 422]).toContain(created.status);
    const plain = { ...filled, name: named, fullName: named };
    const { status, body: card } = created.status === 200 ? created : await call('POST', '/api/cards', plain);
    expect(status).toBe(200);
    const details = { fullName: named, email: 'a@example.com', notes: text, company: text, cardId: card.id };
    const contact = await server.client()('POST', '/api/contacts/exchange', details);
    expect(contact.status).toBe(200);
    const paths = [
      `/card/${card.id}`,
      `/card/${card.id}/exchange`,
      `/api/cards/${card.id}`,
      `/api/cards/${card.id}/vcard`,
      `/api/wallet/apple/${card.id}`,
      `/api/wallet/google/${card.id}`,
      `/api/wallet/qr/${card.id}`,
      '/api/contacts',
      '/api/contacts/export?format=csv',
      `/api/contacts/${contact.body.id}/followup-suggestions`,
      '/api/analytics/dashboard',
      '/api/analytics/export',
    ];
    for (const path of paths) {
      const answer = await call('GET', path);
      expect(answer.status, path).toBe(200);
      if (path.startsWith('/card/')) expect(answer.text, path).not.toContain('<script>alert');
      expect(answer.headers.get('set-cookie') ?? '', path).not.toContain('a=b');
      expect(answer.text.isWellFormed()).toBe(true);
    }
    const shared = await call('POST', `/api/cards/${card.id}/share/whatsapp`);
    expect(new URL(shared.body.url).host).toBe('wa.me');
  });
});

describe('Hostile headers', () => {
  it.each<Record<string, string>>([
    { cookie: 'goldleaf_session=%00' },
    { cookie: 'goldleaf_session=%E0%A4%A; =; ;;;' },
    { cookie: `goldleaf_session=${'x'.repeat(4_000)}` },
    { 'user-agent': '\u00ff'.repeat(1_000) },
    { 'accept-language': '*;q=NaN' },
    { 'if-none-match': '"'.repeat(500) },
    { range: 'bytes=-' },
    { referer: 'javascript:alert(1)' },
    { 'x-forwarded-for': "' or 1=1" },
    { origin: 'null' },
  ])('%j get a response', async (headers) => {
    const { cardId } = await signUpWithCard(server);
    for (const path of ['/', `/card/${cardId}`, '/api/cards', `/api/cards/${cardId}/vcard`]) {
      expect((await server.client()('GET', path, undefined, headers)).status).toBeLessThan(500);
    }
    const view = await server.client()('POST', `/api/cards/${cardId}/views`, {}, headers);
    expect(view.status).toBeLessThan(500);
  });
});
