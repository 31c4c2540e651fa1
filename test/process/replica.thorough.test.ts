import { expect, it, vi } from 'vitest';
import { callServer, contactIds, type Owner, registerOwner } from '#test/process/people.ts';
import { type Product, startProduct } from '#test/process/product.ts';
import { ask, startPair } from '#test/process/standby.ts';

/** Lists and figures from a standby. */

const USED = 'Lists and figures are read from the replica';
const UNUSED = 'The replica is not asked';
/** Resolves once the product has said it again since this was called; both are said in turn. */
const saysAgain = (product: Product, text: string) => {
  const before = product.output().split(text).length;
  return () => vi.waitFor(() => expect(product.output().split(text).length).toBeGreaterThan(before), WITHIN);
};
const WITHIN = { timeout: 15_000, interval: 100 };
const wrote = ({ cardId, cookie }: Owner): Owner => ({ cardId, cookie: `${cookie}; goldleaf_wrote=1` });

it('Lists come from a standby, from the database for whoever just wrote, and from the database when it is behind or gone', async () => {
  const { dataDir, url: DATABASE_URL, replicaUrl, standby, cutReplica } = await startPair();
  const settings = { DATABASE_URL, DATABASE_REPLICA_URL: replicaUrl, DATA_DIR: dataDir };
  const [product, other] = await Promise.all([startProduct(settings), startProduct(settings)]);
  const { url } = product;
  const owner = await registerOwner(other.url);
  await Promise.all([product.says(USED), other.says(USED)]);
  await vi.waitFor(async () => expect((await contactIds(url, owner)).size).toBe(0), WITHIN);

  // It answers as of where it stands still.
  const isUnused = saysAgain(product, UNUSED);
  await ask(standby.connection, 'select pg_wal_replay_pause()');
  const guest = { fullName: 'Charles Babbage', email: 'charles@example.com', cardId: owner.cardId };
  expect((await callServer(url, 'POST', '/api/contacts/exchange', guest)).status).toBe(200);
  expect((await contactIds(url, owner)).size).toBe(0);
  // In this process they have registered, and this cookie says nothing else.
  expect((await contactIds(other.url, owner)).size).toBe(1);
  expect((await contactIds(url, wrote(owner))).size).toBe(1);
  await isUnused();
  expect((await contactIds(url, owner)).size).toBe(1);

  const isUsed = saysAgain(product, USED);
  await ask(standby.connection, 'select pg_wal_replay_resume()');
  const saved = await fetch(`${url}/api/cards/${owner.cardId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie: owner.cookie },
    body: JSON.stringify({ fullName: 'Ada Lovelace' }),
  });
  expect(saved.headers.getSetCookie().join()).toContain('goldleaf_wrote=1; Max-Age=10');
  await isUsed();

  // Its cable is pulled: what was asked there is asked again.
  cutReplica();
  for (let look = 0; look < 20; look += 1) expect((await contactIds(url, owner)).size).toBe(1);
  standby.kill();
  for (let look = 0; look < 20; look += 1) expect((await contactIds(url, owner)).size).toBe(1);
}, 120_000);
