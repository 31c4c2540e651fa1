import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pushToDevices } from '#server/sharing/wallet/apple-push.ts';
import { startApnsServer } from '#test/apns-server.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { downloadPass, type HeldPass, readPass, walletDevices } from '#test/wallet-devices.ts';

const apns = await startApnsServer();
afterAll(() => apns.close());
const server = startTestServer({ APNS_URL: apns.url });
const devices = walletDevices(server);
const db = () => server.running.app.db;

let owner: Client;
let cardId: string;
let own: HeldPass;
let visitors: HeldPass;

beforeAll(async () => {
  owner = (await signUp(server)).call;
});

beforeEach(async () => {
  apns.moods.length = 0;
  apns.taken.length = 0;
  apns.seen.length = 0;
  apns.gone.clear();
  apns.silent.length = 0;
  await db().execute(sql`delete from pgboss.job where name in ('card-changed', 'apple-push')`);
  const { body } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada Lovelace' });
  cardId = body.id;
  own = await downloadPass(owner, cardId);
  visitors = await downloadPass(server.client(), cardId);
  return async () => {
    await db().execute(sql`delete from business_cards`);
    await db().execute(sql`delete from apple_devices`);
  };
});

/** Lets the job of an edit run without its wait. */
async function settle(): Promise<void> {
  // The key of one that ran before its time would keep the next away that is due in the same second.
  await db().execute(sql`delete from pgboss.job where name = 'apple-push' and state = 'completed'`);
  await db().execute(sql`update pgboss.job set start_after = now() where state < 'active'`);
  await announceJobs(db());
}
/** Runs what is due without its wait, and waits until it is done. */
async function settled(): Promise<void> {
  await settle();
  await vi.waitFor(async () => {
    const { rows } = await db().execute(sql`
      select name, state from pgboss.job where name in ('card-changed', 'apple-push')
      and (state = 'active' or state < 'active' and start_after <= now())`);
    expect(rows).toEqual([]);
  }, 20_000);
}
/** Waits until every message has been sent, letting retries run without their waits. */
const pushed = (count: number) =>
  vi.waitFor(
    async () => {
      await settle();
      expect(apns.taken.length).toBe(count);
      const { rows } = await db().execute(sql`select 1 from apple_registrations where push_at is not null`);
      expect(rows).toEqual([]);
    },
    { timeout: 40_000, interval: 200 },
  );
const edit = (jobTitle: string) => owner('PUT', `/api/cards/${cardId}`, { jobTitle });

describe('A changed card', () => {
  it('is told to each device once for all edits of a minute', { tags: ['thorough'] }, async () => {
    await devices.register('phone', own);
    await devices.register('tablet', own);
    await devices.register('stranger', visitors);
    await edit('One');
    await edit('Two');
    await edit('Three');
    const { rows } = await db().execute(
      sql`select extract(epoch from start_after - created_on)::int as wait from pgboss.job where name = 'card-changed'`,
    );
    expect(rows).toHaveLength(1);
    expect(Number(rows[0]?.wait)).toBeGreaterThan(40);
    expect(Number(rows[0]?.wait)).toBeLessThan(56);
    await pushed(3);
    expect(apns.taken.map(({ token }) => token).sort()).toEqual([
      'token-phone',
      'token-stranger',
      'token-tablet',
    ]);
    expect(apns.taken.every(({ topic, body }) => topic === own.typeId && body === '{}')).toBe(true);
    await edit('Four');
    await pushed(6);
    expect(apns.connections()).toBe(1);
  });

  it('makes no job while no device has it', { tags: ['thorough'] }, async () => {
    await edit('One');
    const { rows } = await db().execute(sql`select 1 from pgboss.job where name = 'card-changed'`);
    expect(rows).toEqual([]);
  });

  it('is forgotten by a device that is gone, and told to the others', { tags: ['thorough'] }, async () => {
    await devices.register('phone', own);
    await devices.register('tablet', own);
    await devices.register('watch', own);
    apns.gone.add('token-tablet');
    await edit('One');
    await pushed(2);
    expect((await devices.list('tablet', own)).status).toBe(204);
    const { rows } = await db().execute(sql`select id from apple_devices order by id`);
    expect(rows).toEqual([{ id: 'phone' }, { id: 'watch' }]);
    apns.moods.push({ status: 400, reason: 'BadDeviceToken' }, { status: 400, reason: 'BadDeviceToken' });
    await edit('Two');
    await vi.waitFor(async () => {
      await settle();
      const left = await db().execute(
        sql`select (select count(*) from apple_devices) + (select count(*) from apple_passes) as stored`,
      );
      expect(left.rows).toEqual([{ stored: '0' }]);
    }, 40_000);
  });

  it('is told later when the service refuses, breaks off or is away', { tags: ['thorough'] }, async () => {
    await devices.register('phone', own);
    await devices.register('tablet', own);
    apns.moods.push({ status: 503 }, 'drop the connection', { status: 503 });
    await edit('One');
    await pushed(2);
    expect(apns.seen).toHaveLength(5);
    apns.taken.length = 0;
    await apns.shut();
    await edit('Two');
    const waiting = sql`
      select (data->>'tries')::int as tries from pgboss.job where name = 'apple-push' and state < 'active'`;
    await vi.waitFor(async () => {
      await settle();
      const { rows } = await db().execute(waiting);
      expect(Number(rows[0]?.tries)).toBeGreaterThan(1);
    }, 40_000);
    await apns.open();
    await pushed(2);
    expect(apns.taken.map(({ token }) => token).sort()).toEqual(['token-phone', 'token-tablet']);
  });

  it('waits as long as the service asks', { tags: ['thorough'] }, async () => {
    await devices.register('phone', own);
    apns.moods.push({ status: 429, reason: 'TooManyRequests', retryAfter: '1234' });
    await edit('One');
    await settle();
    await vi.waitFor(async () => {
      const { rows } = await db().execute(sql`
        select extract(epoch from start_after - created_on)::int as wait from pgboss.job
        where name = 'apple-push' and state < 'active' and start_after > now() + interval '10 minutes'`);
      expect(Math.abs(Number(rows[0]?.wait) - 1234)).toBeLessThan(30);
    }, 40_000);
    await pushed(1);
  });

  it('reaches all devices although one gets no answer and some are refused', {
    tags: ['thorough'],
  }, async () => {
    await devices.register('phone', visitors);
    await devices.registerMany(150, visitors);
    apns.moods.push('say nothing');
    apns.moods.push(...Array.from({ length: 40 }, () => ({ status: 400, reason: 'DeviceTokenNotForTopic' })));
    await edit('One');
    await settle();
    await vi.waitFor(() => expect(apns.seen).toHaveLength(151), 20_000);
    expect(new Set(apns.seen.map(({ token }) => token)).size).toBe(151);
    expect(apns.silent.map((stream) => stream.destroyed)).toEqual([false]);
    apns.silent[0]?.close();
    // Those that were refused wait.
    await vi.waitFor(async () => {
      const { rows } = await db().execute(
        sql`select 1 from apple_registrations where push_at > now() + interval '2 seconds'`,
      );
      expect(rows).toHaveLength(41);
    }, 10_000);
  });

  it('waits in few jobs, however many edits there were while the service was away', {
    tags: ['thorough'],
  }, async () => {
    await devices.register('phone', own);
    apns.moods.push(...Array.from({ length: 40 }, () => ({ status: 503, retryAfter: '600' })));
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const before = apns.seen.length;
      await edit(title);
      await db().execute(
        sql`update pgboss.job set start_after = now() where state < 'active' and name = 'card-changed'`,
      );
      await announceJobs(db());
      await vi.waitFor(() => expect(apns.seen.length).toBeGreaterThan(before), 20_000);
    }
    // All of them become due at once.
    await settled();
    await db().execute(sql`update apple_registrations set push_at = now() - interval '1 second'`);
    await settled();
    const { rows } = await db().execute(
      sql`select from pgboss.job where name = 'apple-push' and state < 'active'`,
    );
    // One for when the service may be asked again, one in case the process that is asking dies, and one if that fell
    // into two seconds: not one for each edit.
    expect(rows.length).toBeLessThan(4);
  });

  it('is not told for ever to a device whose token is refused', { tags: ['thorough'] }, async () => {
    await devices.register('phone', own);
    const { app } = server.running;
    await db().execute(sql`update apple_registrations set push_at = now() - interval '1 second'`);
    apns.moods.push({ status: 400, reason: 'DeviceTokenNotForTopic' });
    await pushToDevices(app, { cardId, tries: 30 });
    const { rows } = await db().execute(sql`select push_at from apple_registrations`);
    expect(rows).toEqual([{ push_at: null }]);
    await db().execute(sql`update apple_registrations set push_at = now() - interval '1 second'`);
    apns.moods.push({ status: 503 });
    await pushToDevices(app, { cardId, tries: 30 });
    const away = await db().execute(sql`select 1 from apple_registrations where push_at > now()`);
    expect(away.rows).toHaveLength(1);
  });

  it('is voided while deleted, and valid again when restored', { tags: ['thorough'] }, async () => {
    await devices.register('phone', own);
    const isVoided = async () => {
      const { status, bytes } = await devices.fetch(own);
      expect(status).toBe(200);
      return (await readPass(bytes)).voided ?? false;
    };
    expect(await isVoided()).toBe(false);
    const before = (await devices.list('phone', own)).body.lastUpdated;
    await owner('DELETE', `/api/cards/${cardId}`);
    expect((await devices.list('phone', own, before)).status).toBe(200);
    expect(await isVoided()).toBe(true);
    expect((await server.client()('GET', `/api/wallet/apple/${cardId}.pkpass`)).status).toBe(404);
    await pushed(1);
    await owner('POST', `/api/cards/${cardId}/restore`);
    expect(await isVoided()).toBe(false);
    await pushed(2);
  });

  it('tells visitors nothing new if it was paused before it was deleted', {
    tags: ['thorough'],
  }, async () => {
    await devices.register('stranger', visitors);
    await owner('PUT', `/api/cards/${cardId}`, { isActive: false });
    const secret = { name: 'Secret', fullName: 'Secret', company: 'Secret', primaryPhone: '+49 30 123456' };
    await owner('PUT', `/api/cards/${cardId}`, { ...secret, website: 'secret.example' });
    await owner('DELETE', `/api/cards/${cardId}`);
    const { status, bytes, headers } = await devices.fetch(visitors);
    expect(status).toBe(200);
    const pass = await readPass(bytes);
    expect(pass).toMatchObject({ voided: true, serialNumber: visitors.serial });
    expect(`${JSON.stringify(pass)} ${headers.get('content-disposition')}`).not.toMatch(/secret|123456/i);
    expect(JSON.stringify(await readPass((await devices.fetch(own)).bytes))).toContain('Secret');
    await owner('POST', `/api/cards/${cardId}/restore`);
    expect((await devices.fetch(visitors)).status).toBe(404);
  });

  it('leaves the pass as it is while paused or hidden', { tags: ['thorough'] }, async () => {
    await devices.register('phone', own);
    await devices.register('stranger', visitors);
    const expectKept = async () => {
      expect((await devices.fetch(own)).status).toBe(404);
      expect((await devices.fetch(visitors)).status).toBe(404);
      // Who does not have the pass learns nothing.
      expect((await devices.fetch({ ...own, headers: { authorization: 'ApplePass no' } })).status).toBe(404);
    };
    await owner('PUT', `/api/cards/${cardId}`, { isActive: false });
    await expectKept();
    await settled();
    await owner('PUT', `/api/cards/${cardId}`, { isActive: true });
    expect((await devices.fetch(own)).status).toBe(200);
    await pushed(2);
    await owner('PATCH', '/api/account', { isProfileVisible: false });
    await expectKept();
    await owner('PATCH', '/api/account', { isProfileVisible: true });
    expect((await devices.fetch(visitors)).status).toBe(200);
    await pushed(4);
    await owner('PUT', `/api/cards/${cardId}`, { walletEnabled: false });
    expect((await devices.fetch(own)).status).toBe(200);
    expect((await devices.fetch(visitors)).status).toBe(404);
  });

  it('is told when a team takes its person off it, before the next has it', async () => {
    await devices.register('phone', own);
    await db().execute(sql`
      update business_cards set is_unclaimed = true, vacancy = 'unnamed', pass_round = pass_round + 1`);
    await db().execute(sql`update apple_registrations set push_at = now() - interval '1 second'`);
    await pushToDevices(server.running.app, { cardId, tries: 0 });
    expect(apns.taken.map(({ token }) => token)).toEqual(['token-phone']);
  });
});
