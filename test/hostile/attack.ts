import fc from 'fast-check';
import { expect } from 'vitest';
import { type Endpoint, isMultipart } from '#shared/contract/api.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { z } from '#shared/contract/zod.ts';
import { contract } from '#shared/contract.ts';
import { PASSWORD, signUpWithCard } from '#test/factories.ts';
import { MINIMAL_CARD } from '#test/full-card.ts';
import type { Answer, Client, TestServer } from '#test/server.ts';

/** Calls of the contract with input that no browser would send. */

/** A call that is attacked, and its name in a test. */
export type Target = [name: string, endpoint: Endpoint];

type Body = Record<string, unknown>;
const endpoints = Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature));
const named = (wanted: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(wanted).map((endpoint): Target => [`${endpoint.method} ${endpoint.path}`, endpoint]);
export const withBody = named(({ body }) => body !== undefined && !isMultipart(body));
export const withAddress = named(({ params, query }) => params !== undefined || query !== undefined);

const REFUSED_BY_DATABASES = ['a\u0000b', 'a\uDFFF\uD83Db'];
/** One of each kind. */
export const FIRST_TEXTS = [
  ...REFUSED_BY_DATABASES,
  '\u202Egnp.exe\u2066',
  '\u0007\u001B[31m\u007F',
  '__proto__',
  "'; DROP TABLE users; --\\",
  '%00%0d%0a',
  '"><script>alert(1)</script>',
  'Hi\r\nSet-Cookie: a=b\r\n\r\nBEGIN:VCARD',
];
export const OTHER_TEXTS = [
  '\u0000',
  '\uD800',
  'constructor',
  "'; DROP TABLE users; --",
  '\\',
  '{{7*7}}',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'Z͑ͫ̓a̴l҉g͢o'.repeat(9),
  '\uFEFF\u200B\u2028\u2029',
  'NaN',
];
const TEXTS = [...FIRST_TEXTS, ...OTHER_TEXTS];
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

/** The other fields that a body needs besides the one under attack. */
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

/** Written out in place: the names that schemas have in the API's document would stand for them. */
const AS_JSON = { io: 'input', unrepresentable: 'any', metadata: z.registry<{ id?: string }>() } as const;

function listProperties(endpoint: Endpoint): [name: string, schema: string][] {
  if (!(endpoint.body instanceof z.ZodType)) return [];
  const schema = z.toJSONSchema(endpoint.body, AS_JSON);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => [name, JSON.stringify(property)]);
}

export const listFields = (endpoint: Endpoint): string[] => listProperties(endpoint).map(([name]) => name);

/** One field for each JSON schema: a wrong type is refused by the schema, whichever of its fields it is in. */
export function fieldPerSchema(endpoint: Endpoint): string[] {
  const bySchema = new Map(listProperties(endpoint).map(([name, schema]) => [schema, name]));
  return [...bySchema.values()];
}

/** Fields whose schema has lists or objects: all others refuse those, whatever is in them. */
export function fieldsWithParts(endpoint: Endpoint): string[] {
  const withParts = listProperties(endpoint).filter(([, schema]) => /"(?:items|properties)":/.test(schema));
  return withParts.map(([name]) => name);
}

/** Each JSON schema once among all calls, in the call that has the fewest so far; calls without any are left out. */
export function schemasOnce(targets: Target[]): [name: string, fields: string[], endpoint: Endpoint][] {
  const found = new Map<string, { endpoint: Endpoint; name: string }[]>();
  for (const [, endpoint] of targets)
    for (const [name, schema] of listProperties(endpoint))
      found.set(schema, [...(found.get(schema) ?? []), { endpoint, name }]);
  const fields = new Map<Endpoint, string[]>(targets.map(([, endpoint]) => [endpoint, []]));
  const countOf = (endpoint: Endpoint) => fields.get(endpoint)?.length ?? 0;
  for (const [one, ...others] of [...found.values()].sort((a, b) => a.length - b.length)) {
    if (!one) continue;
    const least = others.reduce((a, b) => (countOf(b.endpoint) < countOf(a.endpoint) ? b : a), one);
    fields.get(least.endpoint)?.push(least.name);
  }
  return targets
    .filter(([, endpoint]) => countOf(endpoint) > 0)
    .map(([title, endpoint]) => [title, fields.get(endpoint) ?? [], endpoint]);
}

/** One call for each way to write an address. */
export function addressesOnce(targets: Target[]): Target[] {
  const schemaOf = (part: unknown) => (part instanceof z.ZodType ? z.toJSONSchema(part, AS_JSON) : null);
  const keyOf = ({ params, query }: Endpoint) => JSON.stringify([schemaOf(params), schemaOf(query)]);
  return [...new Map(targets.map((target) => [keyOf(target[1]), target])).values()];
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

const attackers = new WeakMap<TestServer, Map<Endpoint, ReturnType<typeof makeAttacker>>>();

/** Who attacks a call of a server once attacks it in the tests that follow, too. */
function prepare(server: TestServer, endpoint: Endpoint): ReturnType<typeof makeAttacker> {
  const ofServer = attackers.get(server) ?? new Map<Endpoint, ReturnType<typeof makeAttacker>>();
  attackers.set(server, ofServer);
  const attacker = ofServer.get(endpoint) ?? makeAttacker(server, endpoint);
  ofServer.set(endpoint, attacker);
  return attacker;
}

/** A person with what the call needs besides the field under attack. */
async function makeAttacker(server: TestServer, endpoint: Endpoint) {
  const person = await signUpWithCard(server);
  const { cardId, contactId } = person;
  const id = endpoint.path.startsWith('/api/contacts') ? contactId : cardId;
  const good = {
    ...GOOD[`${endpoint.method} ${endpoint.path}`],
    ...(endpoint.path.endsWith('/exchange') ? { cardId } : {}),
  };
  return { ...person, good, url: pathTo(endpoint.path, { id, cardId, platform: 'linkedin', number: 1 }) };
}

/**
 * Texts in each of `texts`, other types in `types`, and in `parts` lists and objects of texts. Quickly: a text of each
 * kind, and the other types, in all of those fields at once, each of which is then judged by its schema as it is alone;
 * alone only what no database takes.
 */
export async function sendHostileFields(
  server: TestServer,
  endpoint: Endpoint,
  { texts, types, parts }: Record<'texts' | 'types' | 'parts', string[]>,
  { isQuick = false } = {},
): Promise<void> {
  const { call, url, good } = await prepare(server, endpoint);
  expect(texts.length).toBeGreaterThan(0);
  const tried = isQuick ? REFUSED_BY_DATABASES : TEXTS;
  const alone = (names: string[], values: unknown[]): Body[] =>
    names.flatMap((name) => values.map((value) => ({ ...good, [name]: value })));
  const together = (names: string[], values: unknown[]): Body[] =>
    names.length === 0
      ? []
      : values.map((value) => ({ ...good, ...Object.fromEntries(names.map((name) => [name, value])) }));
  const bodies = isQuick ? together : alone;
  await sendAll(call, endpoint, url, [
    ...alone(texts, tried),
    ...(isQuick ? together(texts, FIRST_TEXTS) : []),
    ...bodies(types, VALUES),
    ...bodies(
      parts,
      tried.flatMap((text) => [[text], { linkedin: text }]),
    ),
  ]);
  expect((await server.client()('GET', '/healthz')).status).toBe(200);
}

export async function sendHugeFields(
  server: TestServer,
  endpoint: Endpoint,
  fields: string[],
  ofOtherTypes: string[],
): Promise<void> {
  const { call, url, good } = await prepare(server, endpoint);
  for (const field of fields) {
    for (const value of ofOtherTypes.includes(field) ? [HUGE, [HUGE], { linkedin: HUGE }] : [HUGE]) {
      const answer = await call(endpoint.method, url, { ...good, [field]: value });
      expect(answer.status, field).toBeGreaterThanOrEqual(400);
      expectHarmless(answer, field);
    }
  }
}

export async function sendAnyJson(server: TestServer, endpoint: Endpoint, numRuns: number): Promise<void> {
  const { call, url, good } = await prepare(server, endpoint);
  const values = fc.dictionary(
    fc.constantFrom(...listFields(endpoint)),
    fc.jsonValue({ stringUnit: 'binary' }),
    { maxKeys: 6 },
  );
  await fc.assert(
    fc.asyncProperty(values, async (body) => {
      expectHarmless(await call(endpoint.method, url, { ...good, ...body }), JSON.stringify(body));
    }),
    { numRuns },
  );
}

export async function sendHostileAddresses(
  call: Client,
  endpoint: Endpoint,
  texts: readonly string[] = TEXTS,
): Promise<void> {
  for (const text of [...texts.filter((one) => one.isWellFormed()), '../../etc/passwd', '']) {
    const path = pathTo(endpoint.path, { id: text, cardId: text, platform: text, number: text });
    const query = new URLSearchParams({ format: text, size: text, errorCorrection: text, kind: text });
    expectHarmless(await call(endpoint.method, `${path}?${query}&size=1&size[]=2&__proto__[a]=1`), path);
  }
}
