import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { originOf } from '#server/infra/http/requester.ts';
import { confirmIdentity, signUpWithPhoto } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { addTeam } from '#test/teams.ts';
import { firstOf } from '#test/thorough.ts';

/** Caches between us and visitors, such as a CDN, keep what our headers say, for everybody who asks for it next. */

const server = startTestServer();

/** Each address that may be kept, and how it says for how long: nothing else is, whoever asks. */
const SHORT = 's-maxage=30';
const KEPT: [path: RegExp, how: string][] = [
  [/^\/$|^\/logo-preview$|^\/example\.vcf$|^\/robots\.txt$|^\/sitemap\.xml$|^\/api\/openapi\.json$/, SHORT],
  [/^\/(card|portfolio|team)\/[^/]+$/, SHORT],
  [/^\/card\/[^/]+\/(preview|icon)\.png$|^\/card\/[^/]+\/signature\/[^/]+$/, SHORT],
  [/^\/api\/cards\/[^/]+\/(vcard|qr\.(svg|png))$|^\/team\/[^/]+\/qr\.(svg|png)$|^\/api\/oembed$/, SHORT],
  [/^\/media\/[^/]+$|^\/card\/print\/[^/]+$|^\/assets\/|^\/scan\/|^\/example\/light\.mp4$/, 'max-age='],
];

/** Mails show these for a paused card, too: with nothing of it for strangers. */
const NEUTRAL = /^\/card\/[^/]+\/signature\//;

let owner: Awaited<ReturnType<typeof signUpWithPhoto>>;
let paused: string;
let teamId: string;
let photo: string;

beforeAll(async () => {
  owner = await signUpWithPhoto(server);
  await confirmIdentity(owner.call);
  teamId = await addTeam(server, owner.id);
  paused = String((await owner.call('POST', '/api/cards', { name: 'Home', fullName: 'Ada' })).body.id);
  await owner.call('PUT', `/api/cards/${paused}`, { isActive: false });
  photo = String((await owner.call('GET', `/api/cards/${owner.cardId}`)).body.profileImage);
});

/** Values that may stand in a route: of things that are there, and of some that are not. */
function valuesIn(route: string): string[] {
  if (route.startsWith('/media/')) return [photo.replace('/media/', '')];
  if (/:(?:user)?name/.test(route)) return [owner.username, 'missing'];
  if (/\/cards?\/|wallet|print/.test(route)) return [owner.cardId, paused, 'missing'];
  if (route.includes('/teams/')) return [teamId];
  return route.includes('/contacts/') ? [owner.contactId] : [owner.id];
}

/** Each address that a route may have. */
function listAddresses(): string[] {
  const found = new Set<string>();
  for (const route of new Set(server.running.paths)) {
    for (const value of route.includes(':') ? valuesIn(route) : [''])
      found.add(route.replace(/:\w+(\([^)]*\))?/g, value).replace('*', 'x'));
  }
  const card = `/card/${owner.cardId}`;
  const embedded = `/api/oembed?url=${encodeURIComponent(originOf(server.running.app.config) + card)}`;
  return [...found, `${card}?via=qr`, `${card}?admin=true`, '/?admin=true', embedded];
}

interface Seen {
  status: number;
  control: string | null;
  cookie: string | null;
  vary: string | null;
  text: string;
}

async function look(address: string, headers: Record<string, string>): Promise<Seen> {
  const answer = await server.client()('GET', address, undefined, headers);
  const of = (name: string) => answer.headers.get(name);
  return {
    status: answer.status,
    ...{ control: of('cache-control'), cookie: of('set-cookie'), vary: of('vary') },
    text: answer.bytes.toString('base64'),
  };
}

const AT_ONCE = 4;
const isNotKept = ({ control }: Seen) => /^(?:no-store|no-cache)$/.test(control ?? '');

/** Faults of what these callers saw at an address. */
function findFaults(address: string, seen: Seen[]): string[] {
  const kept = seen.filter((one) => !isNotKept(one));
  if (kept.length === 0) return [];
  const how = KEPT.find(([path]) => path.test(address.replace(/\?.*/, '')))?.[1];
  const isSame = new Set(seen.map(({ text }) => text)).size === 1;
  const faults: [isSo: boolean, fault: string][] = [
    [kept.some(({ control }) => !how || !control?.includes(how)), `and says ${kept[0]?.control}`],
    [kept.some(({ cookie }) => cookie !== null), 'and sets a cookie'],
    [kept.some(({ vary }) => !/^(?:Accept-Encoding)?$/.test(vary ?? '')), 'and varies'],
    [kept.some(({ status }) => status !== 200), 'and is no success'],
    [!isSame && !NEUTRAL.test(address), 'and differs by who asks'],
    [address.includes(paused) && !NEUTRAL.test(address), 'and is not public'],
  ];
  return faults.flatMap(([isSo, fault]) => (isSo ? [fault] : []));
}

it('Caches in between keep only what is the same for everybody, and say so for each address', {
  timeout: 180_000,
}, async () => {
  const cookie = await signInAgain();
  const callers: Record<string, string>[] = [
    { accept: 'text/html' },
    { accept: 'text/html', cookie },
    ...firstOf<Record<string, string>>([
      { cookie: 'goldleaf_session=gone; goldleaf_browser=x', dnt: '1', 'accept-language': 'fr' },
      { accept: 'application/json', authorization: 'Bearer x', 'user-agent': 'curl/8' },
    ]),
  ];
  const addresses = listAddresses();
  expect(addresses.length).toBeGreaterThan(200);
  const wrong: string[] = [];
  const check = async (address: string) => {
    const seen = await Promise.all(callers.map((headers) => look(address, headers)));
    wrong.push(...findFaults(address, seen).map((fault) => `${address} may be kept, ${fault}`));
  };
  for (let at = 0; at < addresses.length; at += AT_ONCE)
    await Promise.all(addresses.slice(at, at + AT_ONCE).map(check));
  expect(wrong).toEqual([]);
});

it('A public page that sets a cookie is for one browser, and kept by no cache', async () => {
  const cookie = await signInAgain();
  const page = `/card/${owner.cardId}`;
  const { db } = server.running.app;
  await db.execute(sql`update sessions set expires_at = expires_at - interval '2 days'`);
  await owner.call('PUT', page.replace('/card', '/api/cards'), { fullName: 'Ada King' });
  const renewed = await look(page, { cookie });
  expect([renewed.status, renewed.control]).toEqual([200, 'no-store']);
  expect(renewed.cookie).toContain('goldleaf_session');
  const next = await look(page, {});
  expect([next.control, next.cookie, next.text]).toEqual([
    'public, max-age=0, s-maxage=30, must-revalidate',
    null,
    renewed.text,
  ]);
});

/** The cookies of a new sign-in of the owner. */
async function signInAgain(): Promise<string> {
  const who = { email: owner.username, password: 'correct horse' };
  const answer = await server.client()('POST', '/api/auth/login', who);
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
