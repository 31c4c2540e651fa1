import http from 'node:http';
import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contacts } from '#server/db/schema/people.ts';
import { createGate, EXPORTS } from '#server/infra/gate.ts';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const EXPORT = '/api/contacts/export?format=csv';
afterEach(() => void vi.restoreAllMocks());

/** A user with a session cookie and `count` contacts. */
async function signUpWithContacts(count: number) {
  const { username, id } = await signUp(server);
  const login = { email: username, password: 'correct horse' };
  const { headers } = await server.client()('POST', '/api/auth/login', login);
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `${id}-${n}`,
    userId: id,
    cardName: 'Work',
    fullName: `Guest ${n}`,
    email: `guest${n}@example.com`,
    createdAt: new Date(n * 1000),
  }));
  if (count) await server.running.app.db.insert(contacts).values(rows);
  return {
    id,
    cookie: headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}

/** Contacts without end, or until the page at which the database fails. */
function mockContacts(failsAtPage = Number.POSITIVE_INFINITY): void {
  const { signedInDb: db } = server.running.app;
  const select = db.select.bind(db) as (fields?: object) => unknown;
  let page = 0;
  const read = async () =>
    Array.from({ length: 500 }, (_, n) => ({
      id: `c${page}-${n}`,
      createdAt: new Date(),
      bytes: 200,
      fullName: 'x'.repeat(100),
      email: 'guest@example.com',
      phone: null,
      company: null,
      jobTitle: null,
    }));
  const next = () => {
    page += 1;
    return page >= failsAtPage ? Promise.reject(new Error('The disk is on fire.')) : read();
  };
  const statement = (orderBy: () => unknown) => ({ from: () => ({ where: () => ({ orderBy }) }) });
  /** The statements of an export, by the last column each reads. */
  const mocks = {
    createdAt: statement(() => ({ limit: next })),
    bytes: statement(read),
    moreNotes: statement(read),
    jobTitle: statement(read),
  };
  vi.spyOn(db, 'select').mockImplementation(
    ((fields?: object) =>
      Reflect.get(mocks, Object.keys(fields ?? {}).at(-1) ?? '') ?? select(fields)) as typeof db.select,
  );
}

const open = (cookie: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .request(server.url + EXPORT, { method, headers: { cookie, ...headers } }, resolve)
      .on('error', reject)
      .end();
  });

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('An export', () => {
  it('holds everything, newest first, compressed as the client accepts it', {
    tags: ['thorough'],
  }, async () => {
    const { cookie } = await signUpWithContacts(1_234);
    const plain = await open(cookie);
    const text = (await bytesOf(plain)).toString();
    const names = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]?.slice(1, -1));
    expect(names).toEqual(Array.from({ length: 1_234 }, (_, n) => `Guest ${1_233 - n}`));
    expect(plain.headers['content-encoding']).toBeUndefined();
    const zipped = await open(cookie, { 'accept-encoding': 'gzip, br;q=0' });
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(await bytesOf(zipped)).toString()).toBe(text);
    const small = await open(cookie, { 'accept-encoding': 'gzip, deflate, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(await bytesOf(small)).toString()).toBe(text);
  });

  it('that fails in the middle breaks the connection, so that half a file never looks complete', async () => {
    const { id, cookie } = await signUpWithContacts(0);
    for (const coding of ['identity', 'gzip']) {
      // Far enough in that some of it has been sent, also compressed and on a busy machine.
      mockContacts(40);
      const answer = await open(cookie, { 'accept-encoding': coding });
      expect(answer.statusCode).toBe(200);
      await expect(bytesOf(answer)).rejects.toThrow(/aborted/);
      vi.restoreAllMocks();
    }
    (await server.running.app.exports.enter(id))();
  });

  it('that fails before its first row is reported as an error, not sent as a file', async () => {
    const { id, cookie } = await signUpWithContacts(0);
    mockContacts(1);
    const answer = await open(cookie, { 'accept-encoding': 'gzip' });
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(JSON.parse((await bytesOf(answer)).toString()).message).toMatch(/went wrong/);
    (await server.running.app.exports.enter(id))();
  });

  it('ends when the client goes away', async () => {
    const { id, cookie } = await signUpWithContacts(0);
    mockContacts();
    const answer = await open(cookie);
    answer.once('error', () => {});
    answer.destroy();
    (await server.running.app.exports.enter(id))();
  });

  it('whose client went away before its turn does not block the next one', async () => {
    const { id, cookie } = await signUpWithContacts(0);
    mockContacts();
    const { exports: gate } = server.running.app;
    const leave = await gate.enter(id);
    const enter = vi.spyOn(gate, 'enter');
    const request = http.get(server.url + EXPORT, { headers: { cookie } }).on('error', () => {});
    await vi.waitUntil(() => enter.mock.calls.length === 1);
    request.destroy();
    leave();
    (await gate.enter(id))();
  });

  it('is not written for a HEAD request', async () => {
    const { id, cookie } = await signUpWithContacts(0);
    mockContacts();
    const answer = await open(cookie, {}, 'HEAD');
    expect(answer.headers['content-disposition']).toContain('.csv');
    expect(await bytesOf(answer.resume())).toHaveLength(0);
    (await server.running.app.exports.enter(id))();
  });

  it('waits for another one of the same account, and is told to try again later when that takes too long', async () => {
    const { id, cookie } = await signUpWithContacts(3);
    const gate = createGate({ ...EXPORTS, timeoutMs: 1 });
    const hasty = vi.spyOn(server.running.app.exports, 'enter').mockImplementation(gate.enter);
    await gate.enter(id);
    const refused = await open(cookie);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse((await bytesOf(refused)).toString())).toEqual({
      message: 'Another of your exports is still running. Please try again when it’s done.',
      code: 'too_many_requests',
    });
    hasty.mockRestore();
    const both = await Promise.all([open(cookie), open(cookie)].map(async (one) => bytesOf(await one)));
    expect(both.map((bytes) => bytes.toString().split('\r\n'))).toMatchObject([{ length: 5 }, { length: 5 }]);
  });
});
