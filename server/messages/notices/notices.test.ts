import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendOverdueJob } from '#server/messages/notices/arrivals.ts';
import { tellDue } from '#server/messages/notices/reminders.ts';
import { PUSH_DEVICES_MAX } from '#shared/messages/notices.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { signUp } from '#test/factories.ts';
import { filesIn, startMailSink } from '#test/mail-sink.ts';
import { metOwners, type Owner } from '#test/met-owners.ts';
import { startPushServer } from '#test/push-server.ts';
import { type Client, startTestServer } from '#test/server.ts';

const { refused, to: mailsTo, wait: mailed, url: SMTP_URL } = await startMailSink();
const service = await startPushServer();
afterAll(() => service.close());

let aheadMs = 0;
const server = startTestServer({ SMTP_URL }, () => new Date(Date.now() + aheadMs));
const db = () => server.running.app.db;
const within = { timeout: 20_000, interval: 50 };

/** Lets what waits for its time run now. */
const settle = async () => {
  await db().execute(sql`update pgboss.job set start_after = now() where state < 'active'`);
  await announceJobs(db());
};

const { makeOwner, meet } = metOwners(server);
/** The time of all reminders of an owner comes. */
async function makeDue({ id }: Owner) {
  await db().execute(sql`update reminders set at = now() - interval '1 minute' where user_id = ${id}`);
  await tellDue(server.running.app);
}
async function subscribe(call: Client, name: string) {
  const { body } = await call('GET', '/api/notices/push');
  return call('POST', '/api/notices/push', service.subscribe(name, body.publicKey));
}
const shownOn = (name: string) => service.shown.filter(({ browser }) => browser === name);
const oneClick = (path: string) =>
  server.client()('POST', path, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://mail.example',
    'sec-fetch-site': 'cross-site',
  });

describe('A new contact', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await makeOwner();
  });

  it('is mailed once with contact file and reply address, and the mail is ended by one click', async () => {
    const details = {
      fullName: 'Grace Hopper',
      email: 'grace@navy.example',
      company: 'Pay at evil.example/now',
      notes:
        'Your account ends today!\r\nBcc: all@x.example visit https://evil.example/login or evil.example/a',
      key: 'the-same-key',
    };
    const id = await meet(owner, details);
    await meet(owner, details);
    const [mail = ''] = await mailed(owner.email, 1);
    expect(mail).toContain(`See this contact: http://localhost:0/contacts/${id}`);
    expect(mail).toMatch(/^Subject: New contact: Grace Hopper\r$/m);
    expect(mail).toMatch(/^Reply-To: Grace Hopper <grace@navy\.example>\r$/m);
    expect(mail).toContain('filename=Grace_Hopper.vcf');
    expect(filesIn(mail)).toContain('FN:Grace Hopper');
    expect(mail).not.toMatch(/^Bcc:/m);
    const body = mail.slice(0, mail.indexOf('text/vcard'));
    expect(body).toContain('Your account ends today!');
    expect(body).not.toMatch(/evil\.example|href="mailto/);
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const [, path = ''] =
      /^List-Unsubscribe:\s+<http:\/\/localhost:0(\/unsubscribe\/[^>]+)>/m.exec(mail) ?? [];
    const page = await server.client()('GET', path);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await owner.call('GET', '/api/notices/settings')).body.mail.contact).toBe(true);
    expect((await oneClick(path)).status).toBe(200);
    const { body: settings } = await owner.call('GET', '/api/notices/settings');
    expect(settings.mail).toEqual({ contact: false, lead: true, reminder: true });
    await meet(owner);
    const { rows } = await db().execute(sql`select 1 from arrivals where user_id = ${owner.id}`);
    expect(rows).toHaveLength(1);
    for (const wrong of [
      path.replace('.contact.', '.lead.'),
      `${path}x`.replace(/.x$/, ''),
      '/unsubscribe/x',
    ]) {
      expect((await oneClick(wrong)).status).toBe(404);
    }
    const undo = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await server.client()('POST', path, 'action=undo', undo)).status).toBe(200);
    expect((await owner.call('GET', '/api/notices/settings')).body.mail.contact).toBe(true);
  });

  it('comes in one mail with others when they are over ten an hour', { tags: ['thorough'] }, async () => {
    const crowded = await makeOwner();
    await Promise.all(Array.from({ length: 12 }, () => meet(crowded)));
    const lead = { name: 'Lead <b>One', email: 'lead@example.com', message: 'Hello' };
    expect((await server.client()('POST', `/api/cards/${crowded.cardId}/leads`, lead)).status).toBe(200);
    const held = sql`select 1 from pgboss.job where name = 'tell-arrivals' and data->>'userId' = ${crowded.id}`;
    await vi.waitFor(async () => expect((await db().execute(held)).rows.length).toBeGreaterThan(0), within);
    const { rows } = await db().execute(
      sql`select count(*)::integer as singles from arrivals where user_id = ${crowded.id} and told_at is not null`,
    );
    const singles = Number(rows[0]?.singles);
    expect(singles).toBeLessThanOrEqual(10);
    aheadMs += 130_000;
    await settle();
    const all = await mailed(crowded.email, singles + 1);
    const digest = all.find((mail) => / and 1 new lead/.test(mail)) ?? '';
    expect(digest).toMatch(/^Subject: \d+ new contacts? and 1 new lead\r$/m);
    expect(filesIn(digest)).toContain('FN:Lead <b>One');
    expect(digest).toMatch(/See your contacts: http:\/\/localhost:0\/contacts\r?\n/);
    // Each is in exactly one of the mails.
    expect(all.map((mail) => filesIn(mail).match(/^FN:/gm)?.length ?? 0).reduce((a, b) => a + b)).toBe(13);
    await sendOverdueJob(server.running.app);
    await meet(crowded);
    expect(mailsTo(crowded.email)).toHaveLength(singles + 1);
  });

  it('is held back in quiet hours, and not told of once it is deleted or was only kept from review', async () => {
    const quiet = await makeOwner();
    await quiet.call('PATCH', '/api/account', { timeZone: 'Asia/Tokyo' });
    const minute = (plus: number) =>
      new Date(Date.now() + aheadMs + 9 * 3_600_000 + plus * 60_000).toISOString().slice(11, 16);
    const quietHours = { from: minute(-60), until: minute(60) };
    expect((await quiet.call('PATCH', '/api/notices/settings', { quietHours })).body.quietHours).toEqual(
      quietHours,
    );
    const deleted = await meet(quiet);
    await meet(quiet, { fullName: 'Kept Person' });
    await quiet.call('DELETE', `/api/contacts/${deleted}`);
    const bot = { fullName: 'Bot', email: 'bot@example.com', cardId: quiet.cardId, subject: 'filled' };
    await server.client()('POST', '/api/contacts/exchange', bot);
    const { body: waiting } = await quiet.call('GET', '/api/contacts/unreviewed');
    await quiet.call('POST', '/api/contacts/unreviewed/keep', { ids: [waiting[0].id] });
    await sendOverdueJob(server.running.app);
    await vi.waitFor(async () => {
      const { rows } = await db().execute(
        sql`select 1 from pgboss.job where name = 'tell-arrivals' and data->>'userId' = ${quiet.id}`,
      );
      expect(rows).toHaveLength(1);
    }, within);
    expect(mailsTo(quiet.email)).toEqual([]);
    await quiet.call('PATCH', '/api/notices/settings', { quietHours: null });
    const [mail = ''] = await mailed(quiet.email, 1);
    expect(mail).toMatch(/^Subject: New contact: Kept Person\r$/m);
  });

  it('is kept if the mail server refuses the address, which is marked', { tags: ['thorough'] }, async () => {
    const unknown = await makeOwner();
    refused.add(unknown.email);
    await meet(unknown);
    await vi.waitFor(async () => {
      const { rows } = await db().execute(
        sql`select state from pgboss.job where name = 'notice-mail' and data->>'userId' = ${unknown.id}`,
      );
      expect(rows).toEqual([{ state: 'failed' }]);
    }, within);
    expect((await unknown.call('GET', '/api/auth/me')).body.emailRefusedAt).not.toBeNull();
    refused.delete(unknown.email);
    await meet(unknown);
    await mailed(unknown.email, 1);
    await vi.waitFor(async () => {
      expect((await unknown.call('GET', '/api/auth/me')).body.emailRefusedAt).toBeNull();
    }, within);
  });
});

describe('A device', () => {
  it('shows a notice that only it can read, until it signs out', async () => {
    const owner = await makeOwner();
    await owner.call('PATCH', '/api/notices/settings', { mail: { contact: false } });
    expect((await subscribe(owner.call, 'phone')).body).toMatchObject({ isHere: true, isFailing: false });
    await meet(owner, { fullName: 'Grace Hopper', company: 'Navy' });
    await vi.waitFor(() => expect(shownOn('phone')).toHaveLength(1), within);
    const [shown] = shownOn('phone');
    expect(shown?.words).toMatchObject({ title: 'New contact: Grace Hopper', body: 'Navy' });
    expect(shown?.headers).toMatchObject({ urgency: 'normal', 'content-encoding': 'aes128gcm' });
    expect(Number(shown?.headers.ttl)).toBeGreaterThan(80_000);
    expect(shown?.headers.topic).toMatch(/^[\w-]{32}$/);
    await owner.call('POST', '/api/auth/logout');
    const { rows } = await db().execute(sql`select 1 from push_subscriptions where user_id = ${owner.id}`);
    expect(rows).toEqual([]);
  });

  it('gets it later if its service is away, never if it is gone, and delays nobody else', {
    tags: ['thorough'],
  }, async () => {
    const owner = await makeOwner();
    for (const name of ['slow', 'endless', 'busy', 'moved', 'gone', 'fine'])
      await subscribe(owner.call, name);
    service.moods.set('slow', ['be silent']);
    service.moods.set('endless', ['never stop talking']);
    service.moods.set('busy', [{ status: 429, headers: { 'retry-after': '600' } }, { status: 503 }]);
    service.moods.set('moved', [{ status: 307, headers: { location: `${service.url}/fine` } }]);
    service.unsubscribe('gone');
    await meet(owner);
    await vi.waitFor(() => expect(shownOn('fine')).toHaveLength(1), within);
    await vi.waitFor(() => expect(service.seen).toContain('slow'), within);
    service.hangUp();
    await vi.waitFor(async () => {
      const { rows } = await db().execute(
        sql`select extract(epoch from start_after - created_on)::int as wait from pgboss.job
          where name = 'push-unproven' and state < 'active' and (data->>'tries')::int = 1 order by 1 desc`,
      );
      expect(rows.length).toBeGreaterThanOrEqual(2);
      expect(Number(rows[0]?.wait)).toBeGreaterThan(500);
    }, within);
    const { body } = await owner.call('GET', '/api/notices/push');
    const { devices } = body as { devices: { isGone: boolean; isFailing: boolean }[] };
    expect(devices.map(({ isGone }) => isGone).sort()).toEqual([false, false, false, false, false, true]);
    expect(devices.filter(({ isFailing }) => isFailing).length).toBeGreaterThan(0);
    await subscribe(owner.call, 'gone');
    const { body: again } = await owner.call('GET', '/api/notices/push');
    expect(again.devices.map((device: { isGone: boolean }) => device.isGone)).toEqual(Array(6).fill(false));
    await vi.waitFor(async () => {
      await settle();
      expect(shownOn('busy')).toHaveLength(1);
      expect(shownOn('slow')).toHaveLength(1);
    }, within);
    expect(service.seen.filter((name) => name === 'moved')).toHaveLength(1);
    expect(shownOn('fine')).toHaveLength(1);
  });

  it('is refused with an address or keys that no browser has, and beyond the limit', async () => {
    const { call } = await signUp(server);
    const { endpoint, keys } = service.subscribe('x', 'y');
    for (const wrong of [
      { endpoint: 'http://push.example.com/x', keys },
      { endpoint: 'https://10.0.0.1/x', keys },
      { endpoint: 'https://[::ffff:10.0.0.1]/x', keys },
      { endpoint: 'https://user:pass@push.example.com/x', keys },
      { endpoint, keys: { ...keys, auth: 'short' } },
    ]) {
      const answer = await call('POST', '/api/notices/push', wrong);
      expect([400, 422]).toContain(answer.status);
    }
    const statuses = await Promise.all(
      Array.from({ length: PUSH_DEVICES_MAX + 2 }, async (_, index) => {
        const one = { endpoint: `https://push.example.com/${index}`, keys };
        return (await call('POST', '/api/notices/push', one)).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(PUSH_DEVICES_MAX);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  });
});

describe('A reminder', () => {
  it('comes at its time with a calendar file, and not at one it was moved from', {
    tags: ['thorough'],
  }, async () => {
    const owner = await makeOwner();
    await owner.call('PATCH', '/api/account', { timeZone: 'Europe/Berlin' });
    const id = await meet(owner, {
      fullName: 'Grace; Hopper, "Amazing" 🚀 with a very long name that has to be folded',
    });
    await mailed(owner.email, 1);
    const year = new Date(Date.now() + aheadMs).getUTCFullYear() + 1;
    const path = '/api/notices/reminders';
    const { body: made } = await owner.call('POST', path, {
      contactId: id,
      at: `${year}-06-10T09:00`,
      note: 'Send; the, deck',
    });
    expect(made).toMatchObject({ contactId: id, note: 'Send; the, deck', at: `${year}-06-10T07:00:00.000Z` });
    const { body: moved } = await owner.call('PATCH', `/api/notices/reminders/${made.id}`, {
      at: `${year}-06-11T09:00:00Z`,
    });
    expect((await owner.call('GET', '/api/notices/reminders')).body).toEqual([moved]);
    const file = await owner.call('GET', `/api/notices/reminders/${made.id}/calendar.ics`);
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const lines = file.text.replaceAll('\r\n ', '').split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:${made.id}@localhost`,
        `DTSTART:${year}0611T090000Z`,
        'SEQUENCE:1',
        'DESCRIPTION:Send\\; the\\, deck',
      ]),
    );
    expect(Math.max(...file.text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(
      75,
    );
    const left = sql`select 1 from pgboss.job where name = 'reminder'`;
    expect((await db().execute(left)).rows).toEqual([]);
    await makeDue(owner);
    const mail = (await mailed(owner.email, 2)).at(-1) ?? '';
    expect(mail).toMatch(/^Subject: =\?UTF-8\?Q\?Reminder=3A_Grace/m);
    expect(mail).toContain('text/calendar');
    expect((await owner.call('GET', '/api/notices/reminders')).body).toEqual([]);
    expect((await owner.call('DELETE', `/api/notices/reminders/${made.id}`)).status).toBe(200);
    await makeDue(owner);
    expect(mailsTo(owner.email)).toHaveLength(2);
  });
});
