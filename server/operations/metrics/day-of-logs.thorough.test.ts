import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, isMultipart } from '#shared/contract/api.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { z } from '#shared/contract/zod.ts';
import { contract } from '#shared/contract.ts';
import { runAll } from '#test/database.ts';
import { type Client, openTestServer, type TestServer } from '#test/server.ts';

/**
 * A day of logs at LOG_LEVEL=debug: every call, with marks in each of its fields, by people with marks in each of theirs,
 * while mail, the model and the database fail and repeat what they were sent.
 */

const MARK = /qzmark|4155550177|203\.0\.113\.77/i;
const PHONE = '+14155550177';
const FROM = {
  'x-forwarded-for': '203.0.113.77',
  'user-agent': 'Qzmark/1.0 (agent)',
  referer: 'https://example.com/qzmark',
  cookie: 'goldleaf_session=qzmarksession',
};
const { cookie: _, ...BY_CLIENT } = FROM;

let server: TestServer;
let lines: string[];
const closers: (() => unknown)[] = [];

/** Fails as a provider, and repeats the whole request. */
async function openEcho(): Promise<string> {
  let turn = 0;
  const echo = createServer(async (request, response) => {
    const said = Buffer.concat(await request.toArray()).toString();
    turn += 1;
    response.writeHead(turn % 2 ? 400 : 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `No: qzmark ${said}` }, message: said, code: 21_211 }));
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  closers.push(() => echo.close());
  return `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
}

/** Refuses every mail, for good or for now, and names its address. */
async function openRefusingMail(): Promise<string> {
  let turn = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      turn += 1;
      done(Object.assign(new Error(`<${address}> is not taken`), { responseCode: turn % 2 ? 550 : 451 }));
    },
  });
  smtp.on('error', () => {});
  const listening = smtp.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  closers.push(() => smtp.close(() => {}));
  return `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const echo = await openEcho();
  lines = [];
  const opened = await openTestServer({
    env: {
      LOG_LEVEL: 'debug',
      TRUST_PROXY: 'on',
      METRICS_TOKEN: 'qzmark-of-metrics',
      SMTP_URL: await openRefusingMail(),
      AI_PROVIDER: 'openai',
      AI_API_KEY: 'sk-qzmark',
      AI_BASE_URL: `${echo}/v1`,
      PUBLIC_URL: 'https://cards.example',
    },
    logged: { write: (text) => void lines.push(...text.split('\n').filter(Boolean)) },
  });
  server = opened.server;
  closers.push(opened.stop);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

let people = 0;
async function joinAs(): Promise<{ call: Client; username: string; password: string }> {
  people += 1;
  const client = server.client();
  const call: Client = (method, path, body, headers) =>
    client(method, path, body, { ...BY_CLIENT, ...headers });
  const username = `qzmark${people}`;
  const password = 'qzmark horse';
  const email = `${username}@example.com`;
  const { status } = await call('POST', '/api/auth/register', {
    username,
    email,
    password,
    fullName: 'Qzmark Byron',
  });
  expect(status).toBe(200);
  return { call, username, password };
}

interface JsonSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

/** A value of this form with marks in it. */
function fill(
  { type, format, enum: choices, const: only, anyOf, oneOf, items, properties }: JsonSchema,
  name = '',
): unknown {
  if (only !== undefined) return only;
  if (choices) return choices[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first) return fill(first, name);
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, fill(value, key)]));
  if (type === 'array') return items ? [fill(items, name)] : [];
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return true;
  if (format === 'email' || /email/i.test(name)) return 'qzmark.someone@example.com';
  if (/phone/i.test(name)) return PHONE;
  return format === 'uri' || /website|url/i.test(name) ? 'https://qzmark.example/qzmark' : `qzmark ${name}`;
}

const bodyOf = ({ body }: Endpoint) =>
  body && !isMultipart(body)
    ? fill(
        z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as JsonSchema,
      )
    : undefined;
const PARAMS = {
  id: 'qzmarkid',
  cardId: 'qzmarkcard',
  userId: 'qzmarkuser',
  inviteId: 'qzmarkinvite',
  listId: 'qzmarklist',
  token: 'qzmark'.repeat(5),
  platform: 'linkedin',
  number: 1,
  day: '2026-01-01',
};

const ENDS_A_SESSION = /^(?:DELETE \/api\/account|POST \/api\/auth\/logout)/;

describe('A day of logs', () => {
  it('begins with people who register, mistype, change and meet each other', async () => {
    const { call, username, password } = await joinAs();
    await server.client()(
      'POST',
      '/api/auth/login',
      { email: username, password: 'qzmark wrong' },
      BY_CLIENT,
    );
    await server.client()('POST', '/api/auth/login', { email: 'qzmark-no', password }, BY_CLIENT);
    const phone = { primaryPhone: PHONE, primaryEmail: 'qzmark.work@example.com', bio: 'Qzmark and more' };
    const { body: card } = await call('POST', '/api/cards', {
      name: 'Qzmark',
      fullName: 'Qzmark Byron',
      ...phone,
    });
    const met = {
      fullName: 'Qzmark Visitor',
      email: 'qzmark.visitor@example.com',
      phone: PHONE,
      cardId: card.id,
    };
    const sent = { ...met, message: 'qzmark says hello', mayText: true };
    const { status, body: contact } = await server.client()(
      'POST',
      '/api/contacts/exchange',
      sent,
      BY_CLIENT,
    );
    expect(status).toBe(200);
    await call('GET', `/api/contacts/${contact.id}/followup-suggestions?tone=qzmark`);
    await call('GET', `/api/contacts/${contact.id}/followup-suggestions`);
    await call('PATCH', '/api/account', { email: 'qzmark.new@example.com', currentPassword: password });
    await call('GET', '/api/contacts?q=qzmark');
  });

  it('goes on with every call, by someone with a session and without one', {
    tags: ['thorough'],
  }, async () => {
    const { call } = await joinAs();
    for (const endpoint of Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature))) {
      if (ENDS_A_SESSION.test(`${endpoint.method} ${endpoint.path}`)) continue;
      const query = endpoint.path.endsWith('/stream') ? '' : '?q=qzmark&email=qzmark%40example.com';
      const path = pathTo(endpoint.path, PARAMS) + query;
      for (const one of [call, server.client()]) {
        const { status } = await one(endpoint.method, path, bodyOf(endpoint), BY_CLIENT);
        expect([endpoint.method, endpoint.path, status < 500 || status === 503]).toEqual([
          endpoint.method,
          endpoint.path,
          true,
        ]);
      }
    }
  });

  it('has pages and addresses at which there is nothing', { tags: ['thorough'] }, async () => {
    for (const path of [
      '/qzmark',
      '/c/qzmark',
      '/portfolio/qzmark',
      '/card/qzmark',
      '/qzmark/qzmark',
      '/%qzmark',
      '/?q=qzmark',
    ])
      for (const method of ['GET', 'HEAD', 'POST', 'PROPFIND'])
        await fetch(server.url + path, { method, headers: FROM, redirect: 'manual' });
    await fetch(server.url, { headers: BY_CLIENT });
  });

  it('sees statements fail, and quotes nothing of them', async () => {
    const { call } = await joinAs();
    const { db } = server.running.app;
    await db.execute('alter table business_cards rename column bio to gone');
    const card = { name: 'Qzmark', fullName: 'Qzmark Byron', bio: 'Qzmark' };
    expect((await call('POST', '/api/cards', card)).status).toBe(500);
    await db.execute('alter table business_cards rename column gone to bio');
    await runAll(
      db,
      `
      create function quote_it() returns trigger language plpgsql as $$
      begin raise exception 'invalid input "%"', new.full_name using errcode = '22P02'; end $$;
      create trigger quote_it before insert on business_cards for each row execute function quote_it()`,
    );
    expect((await call('POST', '/api/cards', card)).status).toBe(500);
    await db.execute('drop trigger quote_it on business_cards');
    const failures = logged().filter(({ msg }) => msg === 'A call failed');
    expect(failures.map(({ state }) => state)).toEqual(['42703', '22P02']);
  });

  it('ends without a trace of anyone in it', async () => {
    const failedMails = () =>
      logged().filter(({ msg, job }) => msg === 'A job failed' && /mail/.test(String(job)));
    await expect.poll(() => failedMails().length, { timeout: 20_000 }).toBeGreaterThan(3);
    server.running.app.requestLog?.flush();
    const told = lines.filter((line) => MARK.test(line));
    expect(told).toEqual([]);
    const requests = logged().filter(({ msg }) => msg === 'A request');
    expect(requests.length).toBeGreaterThan(10);
    for (const request of requests) {
      expect(Object.keys(request)).toEqual([
        'level',
        'time',
        'pid',
        'hostname',
        'requestId',
        'method',
        'route',
        'status',
        'ms',
        'bytes',
        'msg',
      ]);
      expect(request.requestId).toMatch(/^[\w-]{10}$/);
    }
  });
});
