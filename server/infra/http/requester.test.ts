import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Config } from '#server/config/config.ts';
import { describeLocation } from '#server/infra/http/locate.ts';
import { createAddressReader, readRequester, trustedProxies } from '#server/infra/http/requester.ts';
import { listNetworks } from '#server/infra/network.ts';
import { startTestServer, type TestServer } from '#test/server.ts';

const limited = (trusted: string) => startTestServer({ RATE_LIMITS: 'on', TRUST_PROXY: trusted });
const behindOne = limited('on');
const behindTwo = limited('2');
const behindLocal = limited('127.0.0.0/8');
const behindElsewhere = limited('192.0.2.0/24');

/** How many of 62 registrations are let in; one address may make 60 an hour. */
async function countAdmitted(server: TestServer, forwarded: (n: number) => string) {
  const tries = Array.from({ length: 62 }, (_, n) =>
    server.client()('POST', '/api/auth/register', {}, { 'x-forwarded-for': forwarded(n) }),
  );
  return (await Promise.all(tries)).filter(({ status }) => status === 422).length;
}

describe('An address that a visitor forges', () => {
  it('is ignored in favor of the one that our proxy appends', async () => {
    expect(await countAdmitted(behindOne, (n) => `10.9.8.${n}, 198.51.100.7`)).toBe(60);
    expect(await countAdmitted(behindOne, (n) => `10.9.8.7, 198.51.100.${n + 8}`)).toBe(62);
  });

  it('is told apart from others even if the proxy appends ports', { tags: ['thorough'] }, async () => {
    expect(await countAdmitted(behindOne, (n) => `192.0.2.${n}:${50_000 + n}`)).toBe(62);
    expect(await countAdmitted(behindOne, (n) => `[2001:db8:${n}::1]:${50_000 + n}`)).toBe(62);
    expect(await countAdmitted(behindOne, (n) => `203.0.113.7:${50_000 + n}`)).toBe(60);
  });

  it('is ignored in favor of those that two proxies append', { tags: ['thorough'] }, async () => {
    expect(await countAdmitted(behindTwo, (n) => `10.9.8.${n}, 198.51.100.7, 10.0.0.1`)).toBe(60);
    expect(await countAdmitted(behindTwo, (n) => `198.51.100.${n + 8}, 10.0.0.1`)).toBe(62);
  });

  it('is accepted only from proxies in the configured networks', { tags: ['thorough'] }, async () => {
    expect(await countAdmitted(behindLocal, (n) => `10.9.8.${n}, 198.51.100.7, 127.0.0.9`)).toBe(60);
    expect(await countAdmitted(behindElsewhere, (n) => `198.51.100.${n}`)).toBe(60);
  });
});

describe('The place that an edge’s headers name', () => {
  it.each<[Config['trustProxy'], string | null]>([
    [false, null],
    [1, 'Berlin, Germany'],
    [['127.0.0.0/8'], 'Berlin, Germany'],
    [['192.0.2.0/24'], null],
  ])('counts only from a proxy that is trusted: with %j it is %s', async (trustProxy, place) => {
    const fastify = Fastify();
    fastify.get('/', (request) => {
      const requester = readRequester(request, { trustProxy } as Config);
      const found = describeLocation({ places: { find: () => null } }, requester);
      return { found, country: requester.readCountry() };
    });
    const headers = { 'cf-ipcity': 'Berlin', 'cf-ipcountry': 'DE' };
    const answer = await fastify.inject({ url: '/', headers, remoteAddress: '127.0.0.1' });
    expect(answer.json()).toEqual({ found: place, country: place && 'DE' });
  });
});

describe('The Secure attribute of a cookie', () => {
  const cookieOf = async (server: TestServer, proto: string) => {
    const person = { username: `u${proto.length}x`, email: `${proto.length}@example.com` };
    const body = { ...person, password: 'correct horse', fullName: 'Ada' };
    const headers = { 'x-forwarded-proto': proto, 'x-forwarded-for': `203.0.113.${proto.length}` };
    const answer = await server.client()('POST', '/api/auth/register', body, headers);
    expect(answer.status).toBe(200);
    return answer.headers.get('set-cookie');
  };

  it('follows what the last proxy says about the connection, not what a visitor says', async () => {
    expect(await cookieOf(behindOne, 'http, https')).toMatch(/; Secure/);
    expect(await cookieOf(behindOne, 'https,  http')).not.toMatch(/; Secure/);
  });
});

describe('The address of a request', () => {
  it.each<[string, Config['trustProxy']]>([
    ['nobody', false],
    ['one proxy', 1],
    ['two proxies', 2],
    ['proxies in networks', ['10.0.0.0/8', '192.0.2.7', 'fd00::/8']],
  ])('is what Fastify reads where the server trusts %s', async (_, trustProxy) => {
    const config = { trustProxy } as Config;
    const readAddress = createAddressReader(config);
    const fastify = Fastify({ trustProxy: trustedProxies(config) });
    fastify.get('/', (request) => ({ theirs: request.ip, ours: readAddress(request.raw) }));
    const forwarded = [
      undefined,
      '',
      ' , ',
      '198.51.100.7',
      '198.51.100.7, 10.0.0.1',
      '10.0.0.3,10.0.0.2 ,\t10.0.0.1',
      '198.51.100.7, 192.0.2.7, fd00::1, ::ffff:10.0.0.1',
      'unknown, 10.0.0.1',
      '10.0.0.1:8080, 10.0.0.2',
      '[fd00::1]:80',
    ];
    for (const remoteAddress of ['10.1.2.3', '203.0.113.9', '::ffff:10.1.2.3', '::1']) {
      for (const header of forwarded) {
        const headers = header === undefined ? {} : { 'x-forwarded-for': header };
        const { theirs, ours } = (await fastify.inject({ url: '/', remoteAddress, headers })).json();
        expect([remoteAddress, header, ours]).toEqual([remoteAddress, header, theirs]);
      }
    }
  });
});

it('The networks of trusted proxies are read once, not by each request', () => {
  const networks = ['192.0.2.0/24', '2001:db8::/32'];
  expect(listNetworks(networks)).toBe(listNetworks(networks));
});
