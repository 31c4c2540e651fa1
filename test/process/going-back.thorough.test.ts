import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { expectActsKept, startActs } from '#test/process/acts.ts';
import {
  callServer,
  contactIds,
  expectAllKept,
  type Owner,
  registerOwner,
  streamContacts,
} from '#test/process/people.ts';
import { makeDataFolder, type Product, startProduct } from '#test/process/product.ts';
import { buildReleaseBefore } from '#test/process/release-before.ts';
import { unzip } from '#test/unzip.ts';

/** The release before runs on the tables of this one, beside it and after it (docs/decisions/370). */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-before-'));
let programBefore: string;
beforeAll(() => {
  programBefore = buildReleaseBefore(folder);
}, 900_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A database of its own, on which both releases are started. */
async function openDatabase() {
  const data = makeDataFolder();
  const database = await startEmbedded(path.join(data, 'postgres'), { onLog: () => {} });
  const host = encodeURIComponent(database.connection.host);
  const DATABASE_URL = `postgres://app@localhost:5432/postgres?host=${host}`;
  const settings = { DATABASE_URL, DATA_DIR: data };
  const client = new pg.Client(database.connection);
  // A test that fails leaves the database to be killed.
  client.on('error', () => {});
  await client.connect();
  return {
    url: DATABASE_URL,
    client,
    startNewer: () => startProduct(settings),
    startOlder: () => startProduct(settings, {}, programBefore),
    async close() {
      await client.end();
      await database.stop();
    },
  };
}

async function end(product: Product): Promise<void> {
  product.kill('SIGTERM');
  expect((await product.ended).code).toBe(0);
}

const schedulesIn = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ name: string }>('select name from pgboss.schedule order by 1')).rows.map(
    ({ name }) => name,
  );

it('Both releases serve people at once, and lose nothing that either has acknowledged', async () => {
  const { client, startNewer, startOlder, close } = await openDatabase();
  const newer = await startNewer();
  const owner = await registerOwner(newer.url);
  const schedules = await schedulesIn(client);
  const older = await startOlder();
  const loads = [newer, older].map(({ url }) => ({
    acts: startActs(url, owner),
    stream: streamContacts(url, owner),
  }));
  await Promise.all(loads.map(({ acts }) => acts.more(10)));
  for (const { acts, stream } of loads) await Promise.all([acts.stop(), stream.stop()]);
  for (const product of [newer, older]) {
    await expectActsKept(
      product.url,
      owner,
      loads.map(({ acts }) => acts),
    );
    for (const { stream } of loads) {
      expect(stream.refusals).toEqual([]);
      expect(stream.acknowledged.length).toBeGreaterThan(30);
      await expectAllKept(product, owner, stream);
    }
  }
  // One that this release knows and the other does not would have been removed when that started.
  await client.query("delete from pgboss.schedule where name = 'retention'");
  await expect.poll(() => schedulesIn(client), { timeout: 90_000, interval: 500 }).toEqual(schedules);
  await end(older);
  await end(newer);
  await close();
}, 300_000);

it('After work of every kind the release before starts again, loses nothing, and gives it back', async () => {
  const { url, client, startNewer, startOlder, close } = await openDatabase();
  const newer = await startNewer();
  const owner = await registerOwner(newer.url);
  await client.query('update users set email_confirmed_at = now()');
  await workOnEverything(newer.url, owner);
  const jobs = await addJobOfNewer(url);
  const exported = await readExport(newer.url, owner);
  expect(exported.contacts).toHaveLength(12);
  await end(newer);

  const older = await startOlder();
  expect(await readExport(older.url, owner)).toEqual(exported);
  const stream = streamContacts(older.url, owner);
  await stream.more(50);
  await stream.stop();
  // Its looks for old jobs and for what is due have come by then.
  await sleep(5_000);
  expect(await jobs.waiting()).toEqual(['created']);
  await end(older);

  const again = await startNewer();
  expect(await jobs.waiting()).toEqual(['created']);
  await jobs.close();
  await expectAllKept(again, owner, stream);
  expect(await contactIds(again.url, owner)).toHaveProperty('size', 12 + stream.acknowledged.length);
  await end(again);
  await close();
}, 300_000);

/** A little of all that people do. */
async function workOnEverything(url: string, { cardId, cookie }: Owner): Promise<void> {
  const call = async (method: string, at: string, body?: object) => {
    const answer = await callServer(url, method, at, body, cookie);
    expect([method, at, answer.status, answer.body.message]).toEqual([method, at, 200, undefined]);
    return answer.body;
  };
  const ids: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    const visitor = { fullName: `Visitor ${n}`, email: `visitor${n}@example.com`, wantsCopy: true, cardId };
    ids.push((await callServer(url, 'POST', '/api/contacts/exchange', visitor)).body.id);
    await callServer(url, 'GET', `/card/${cardId}`);
  }
  for (const id of ids.slice(0, 3)) {
    await call('POST', `/api/contacts/${id}/notes`, { text: 'Met at the fair' });
    await call('POST', `/api/contacts/${id}/favorite`);
    const at = new Date(Date.now() + 86_400_000).toISOString();
    await call('POST', '/api/notices/reminders', { contactId: id, at, note: 'Call' });
  }
  for (const fullName of ['Grace Hopper', 'Mary Somerville', 'Someone Else'])
    await call('POST', '/api/contacts', { fullName, email: `${fullName.slice(0, 4)}@example.org` });
  await call('POST', '/api/contacts/merge', { keep: ids[8], others: [ids[9]] });
  await call('PATCH', `/api/contacts/${ids[0]}`, { company: 'Engines', tags: ['Fair'] });
  await call('POST', '/api/cards', { name: 'Second', fullName: 'Ada King' });
  await call('POST', '/api/teams', { name: 'Analytical Engines' });
}

/** A job of a kind that the release before does not know. */
async function addJobOfNewer(connectionString: string) {
  const boss = new PgBoss({ connectionString, schedule: false, supervise: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('by-a-newer-release');
  await boss.send('by-a-newer-release', {});
  return {
    async waiting() {
      const { rows } = await boss
        .getDb()
        .executeSql("select state from pgboss.job where name = 'by-a-newer-release'");
      return rows.map(({ state }: { state: string }) => state);
    },
    close: () => boss.stop(),
  };
}

/** The owner's whole account as its archive has it, but for when it was made, and for what list-upkeep has read since. */
async function readExport(url: string, owner: Owner) {
  const proof = { password: 'correct horse' };
  const confirmed = await callServer(url, 'POST', '/api/account/confirm', proof, owner.cookie);
  // The session that was confirmed has a new token.
  owner.cookie = confirmed.cookie;
  const response = await fetch(`${url}/api/account/export`, { headers: { cookie: owner.cookie } });
  expect(response.status).toBe(200);
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  const { exportedAt: _at, history, contacts, ...data } = JSON.parse(String(files.get('goldleaf.json')));
  const kept = contacts.map(({ isMatched: _is, ...contact }: { isMatched: boolean }) => contact);
  return {
    ...data,
    contacts: kept,
    history: history.filter(({ kind }: { kind: string }) => kind !== 'exported'),
  };
}
