import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushToDevices } from '#server/sharing/wallet/apple-push.ts';
import { forgetIdleDevices, registerForUpdates } from '#server/sharing/wallet/apple-registrations.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { downloadPass, type HeldPass, readPass, walletDevices } from '#test/wallet-devices.ts';

const server = startTestServer({ APNS_URL: 'http://127.0.0.1:9' });
const devices = walletDevices(server);
const db = () => server.running.app.db;

let owner: Client;
let ownerId: string;
let cardId: string;
let own: HeldPass;
let visitors: HeldPass;

beforeAll(async () => {
  ({ call: owner, id: ownerId } = await signUp(server));
});

beforeEach(async () => {
  const { body } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada Lovelace' });
  cardId = body.id;
  own = await downloadPass(owner, cardId);
  visitors = await downloadPass(server.client(), cardId);
  return async () => {
    await db().execute(sql`delete from business_cards`);
    await db().execute(sql`delete from apple_devices`);
  };
});

const edit = (jobTitle: string) => owner('PUT', `/api/cards/${cardId}`, { jobTitle });

describe('The web service of Apple Wallet', () => {
  it('registers a device once, and forgets it', { tags: ['thorough'] }, async () => {
    expect((await devices.register('phone', own)).status).toBe(201);
    expect((await devices.register('phone', own, { pushToken: 'another-token' })).status).toBe(200);
    expect((await devices.register('phone', visitors)).status).toBe(201);
    const { rows } = await db().execute(sql`select push_token from apple_devices`);
    expect(rows).toEqual([{ push_token: 'token-phone' }]);
    expect((await devices.unregister('phone', own)).status).toBe(200);
    expect((await devices.unregister('phone', own)).status).toBe(200);
    expect((await devices.unregister('phone', visitors)).status).toBe(200);
    const left = await db().execute(
      sql`select (select count(*) from apple_devices) + (select count(*) from apple_passes) as stored`,
    );
    expect(left.rows).toEqual([{ stored: '0' }]);
  });

  it('asks for the token of the very pass', { tags: ['thorough'] }, async () => {
    const wrong = [
      {},
      { authorization: '' },
      { authorization: 'ApplePass ' },
      { authorization: `ApplePass ${'x'.repeat(43)}` },
      { authorization: own.headers.authorization.replace('ApplePass', 'Bearer') },
      visitors.headers,
    ] as { authorization: string }[];
    for (const headers of wrong) {
      expect((await devices.register('phone', { ...own, headers })).status).toBe(401);
      expect((await devices.unregister('phone', { ...own, headers })).status).toBe(401);
      expect((await devices.fetch({ ...own, headers })).status).toBe(401);
    }
  });

  it('knows no other serial and no other type', { tags: ['thorough'] }, async () => {
    for (const serial of [
      'nosuchcard',
      `${cardId}.other`,
      'nosuchcard.visitor',
      'x'.repeat(64),
      '%00',
      `${cardId}.0.%00`,
    ]) {
      expect((await devices.fetch({ ...own, serial })).status).toBe(404);
      expect((await devices.register('phone', { ...own, serial })).status).toBe(404);
    }
    expect((await devices.fetch({ ...own, typeId: 'pass.other' })).status).toBe(404);
    expect((await devices.register('phone', { ...own, typeId: 'pass.other' })).status).toBe(404);
  });

  it('refuses what no device sends, and changes nothing', { tags: ['thorough'] }, async () => {
    const post = (body: unknown) =>
      devices.register('phone', own, body, { 'content-type': 'application/json' });
    for (const body of [
      {},
      { pushToken: '' },
      { pushToken: 7 },
      { pushToken: 'a/b\n' },
      { pushToken: '..' },
      'no json',
    ]) {
      expect((await post(body)).status).toBe(400);
    }
    expect((await post({ pushToken: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await devices.list('phone', own, 'yesterday')).status).toBe(400);
    const { rows } = await db().execute(sql`select 1 from apple_devices`);
    expect(rows).toEqual([]);
  });

  it('lists what has changed since, and answers 204 when nothing has', { tags: ['thorough'] }, async () => {
    expect((await devices.list('phone', own)).status).toBe(204);
    await devices.register('phone', own);
    await devices.register('phone', visitors);
    const first = await devices.list('phone', own);
    expect(first.status).toBe(200);
    expect(first.body.serialNumbers.sort()).toEqual([own.serial, visitors.serial].sort());
    expect((await devices.list('phone', own, first.body.lastUpdated)).status).toBe(204);
    await edit('Countess');
    const second = await devices.list('phone', own, first.body.lastUpdated);
    expect(second.body.serialNumbers).toHaveLength(2);
    expect((await devices.list('phone', own, second.body.lastUpdated)).status).toBe(204);
    // A save that changes nothing is no change.
    await edit('Countess');
    expect((await devices.list('phone', own, second.body.lastUpdated)).status).toBe(204);
    expect((await devices.list('other phone', own)).status).toBe(404);
    expect((await devices.list('tablet', own, '0')).status).toBe(204);
  });

  it('hands out the pass, or 304 while it is unchanged', async () => {
    await devices.register('phone', own);
    const first = await devices.fetch(own);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
    const modified = first.headers.get('last-modified') ?? '';
    expect(new Date(modified).toUTCString()).toBe(modified);
    const unchanged = await devices.fetch(own, { 'if-modified-since': modified });
    expect(unchanged.status).toBe(304);
    expect(unchanged.bytes.length).toBe(0);
    await edit('Countess');
    const changed = await devices.fetch(own, { 'if-modified-since': modified });
    expect(changed.status).toBe(200);
    const again = changed.headers.get('last-modified') ?? '';
    // Even within the same second.
    expect(Date.parse(again)).toBeGreaterThan(Date.parse(modified));
    expect((await devices.fetch(own, { 'if-modified-since': again })).status).toBe(304);
    const { body } = await owner('GET', `/api/wallet/apple/${cardId}`);
    expect(body.updates).toMatchObject({ isNamed: true, isPushed: true, ownDevices: 1, visitorDevices: 0 });
    expect(body.updates.fetchedAt).toMatch(/^\d{4}-/);
  });

  it('takes reports of errors, of any shape and size', async () => {
    expect((await devices.report({ logs: ['one', 'two\n\u0007'] })).status).toBe(200);
    expect((await devices.report({ logs: 'one' })).status).toBe(400);
    expect((await devices.report({ logs: [1] })).status).toBe(400);
    expect((await devices.report({ logs: ['x'.repeat(20_000)] })).status).toBe(413);
  });

  it('takes 10,000 devices a pass', { tags: ['thorough'] }, async () => {
    await devices.register('phone', visitors);
    await db().execute(sql`
      insert into apple_devices (id, push_token) select 'd' || n, 't' || n from generate_series(1, 9999) n`);
    await db().execute(sql`
      insert into apple_registrations (device_id, serial)
      select 'd' || n, ${visitors.serial} from generate_series(1, 9999) n`);
    expect((await devices.register('one more', visitors)).status).toBe(404);
    expect((await devices.register('one-more', visitors)).status).toBe(403);
    expect((await devices.register('phone', visitors)).status).toBe(200);
    expect((await devices.register('one-more', own)).status).toBe(201);
  });

  it('forgets devices whose cards are erased', { tags: ['thorough'] }, async () => {
    const { body: other } = await owner('POST', '/api/cards', { name: 'Home', fullName: 'Ada King' });
    await devices.register('phone', own);
    await devices.register('phone', await downloadPass(owner, other.id));
    await devices.register('tablet', own);
    await db().execute(sql`delete from business_cards where id = ${cardId}`);
    await forgetIdleDevices({ db: db() });
    const { rows } = await db().execute(sql`select id from apple_devices`);
    expect(rows).toEqual([{ id: 'phone' }]);
  });

  it('empties and voids the pass of a card that is gone, for who has its token', async () => {
    await db().execute(sql`delete from business_cards where id = ${cardId}`);
    for (const held of [own, visitors]) {
      const { status, bytes, headers } = await devices.fetch(held);
      // A backup may bring the card back, whose pass is older than this one.
      expect([status, headers.get('last-modified')]).toEqual([200, null]);
      const pass = await readPass(bytes);
      expect(pass).toMatchObject({
        voided: true,
        serialNumber: held.serial,
        teamIdentifier: expect.any(String),
      });
      expect(JSON.stringify(pass)).not.toContain('Lovelace');
      expect((await devices.fetch({ ...held, headers: { authorization: 'ApplePass no' } })).status).toBe(404);
      expect((await devices.register('phone', held)).status).toBe(404);
      expect((await devices.unregister('phone', held)).status).toBe(404);
    }
  });

  it('counts right when devices register and go at once', { tags: ['thorough'] }, async () => {
    const card = { id: cardId, updatedAt: new Date() };
    const names = Array.from({ length: 12 }, (_, n) => `phone${n}`);
    await Promise.all(
      names.map((deviceId) =>
        registerForUpdates({ db: db() }, { deviceId, serial: own.serial }, 'token', card),
      ),
    );
    await Promise.all(
      names.flatMap((id, n) =>
        n % 2 ? [devices.unregister(id, own)] : [devices.register(id, visitors), devices.register(id, own)],
      ),
    );
    const { body } = await owner('GET', `/api/wallet/apple/${cardId}`);
    expect(body.updates).toMatchObject({ ownDevices: 6, visitorDevices: 6 });
  });

  it('tries no device later because it was not tried while Apple was away', {
    tags: ['thorough'],
  }, async () => {
    await devices.register('phone', visitors);
    await db().execute(sql`
      with added as (
        insert into apple_devices (id, push_token) select 'd' || n, 'token' || n from generate_series(1, 150) n returning id
      ) insert into apple_registrations (device_id, serial) select id, ${visitors.serial} from added`);
    await db().execute(sql`update apple_registrations set push_at = now() - interval '1 second'`);
    await pushToDevices(server.running.app, { cardId, tries: 0 });
    const { rows } = await db().execute(sql`
      select count(*) filter (where push_at > now() + interval '1 minute')::int as claimed,
        count(*) filter (where push_at > now()) < 151 as "isUntried" from apple_registrations`);
    expect(rows).toEqual([{ claimed: 0, isUntried: true }]);
  });

  it('hands out passes whatever the subscription of their owner', { tags: ['thorough'] }, async () => {
    await devices.register('phone', own);
    await db().execute(sql`
      update users set subscription_status = 'expired', trial_ends_at = now() - interval '9 days' where id = ${ownerId}`);
    expect((await devices.fetch(own)).status).toBe(200);
    expect((await devices.fetch(visitors)).status).toBe(200);
  });
});
