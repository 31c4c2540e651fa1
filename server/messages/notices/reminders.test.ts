import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { persons } from '#server/db/schema/users.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { composeNotice } from '#server/messages/notices/compose.ts';
import { deleteOldReminders, tellDue } from '#server/messages/notices/reminders.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { startMailSink } from '#test/mail-sink.ts';
import { metOwners, type Owner } from '#test/met-owners.ts';
import { startTestServer } from '#test/server.ts';

const { wait: mailed, url: SMTP_URL } = await startMailSink();

let aheadMs = 0;
const server = startTestServer({ SMTP_URL, RATE_LIMITS: 'on' }, () => new Date(Date.now() + aheadMs));
const db = () => server.running.app.db;
const within = { timeout: 20_000, interval: 50 };

const { makeOwner, meet } = metOwners(server);
/** The time of all reminders of an owner comes. */
async function makeDue({ id }: Owner) {
  await db().execute(sql`update reminders set at = now() - interval '1 minute' where user_id = ${id}`);
  await tellDue(server.running.app);
}

describe('A reminder', () => {
  it('is refused at a time that is over, too far or in no calendar, and ends with its contact', async () => {
    const owner = await makeOwner();
    const id = await meet(owner);
    const path = '/api/notices/reminders';
    for (const at of [
      '2020-01-01T09:00',
      '2090-01-01T09:00',
      '2027-02-30T09:00',
      '2027-13-01T09:00',
      'soon',
      7,
    ]) {
      expect((await owner.call('POST', path, { contactId: id, at })).status, String(at)).toBe(422);
    }
    expect((await owner.call('POST', path, { contactId: 'nobody', at: '2027-05-01T09:00' })).status).toBe(
      404,
    );
    const at = new Date(Date.now() + aheadMs + 86_400_000).toISOString();
    expect((await owner.call('POST', path, { contactId: id, at })).status).toBe(200);
    await owner.call('DELETE', `/api/contacts/${id}`);
    expect((await owner.call('GET', '/api/notices/reminders')).body).toEqual([]);
  });

  it('comes by itself at its time, and leaves no job for the looks at what is due', {
    tags: ['thorough'],
  }, async () => {
    const owner = await makeOwner();
    await owner.call('PATCH', '/api/notices/settings', { mail: { contact: false } });
    const contactId = await meet(owner);
    const at = new Date(Date.now() + aheadMs + 1_000).toISOString();
    expect((await owner.call('POST', '/api/notices/reminders', { contactId, at })).status).toBe(200);
    const [mail = ''] = await mailed(owner.email, 1);
    expect(mail).toContain(`See this contact: http://localhost:0/contacts/${contactId}`);
    const { rows } = await db().execute(sql`select distinct name from pgboss.job where name ~ 'remind'`);
    expect(rows).toEqual([]);
  });

  it('waits while its owner is suspended', async () => {
    const owner = await makeOwner();
    await owner.call('PATCH', '/api/notices/settings', { mail: { contact: false } });
    const contactId = await meet(owner, { fullName: 'Grace Hopper' });
    const at = new Date(Date.now() + aheadMs + 86_400_000).toISOString();
    expect((await owner.call('POST', '/api/notices/reminders', { contactId, at })).status).toBe(200);
    await db().execute(sql`update users set suspended_at = now() where id = ${owner.id}`);
    await makeDue(owner);
    const { rows } = await db().execute(
      sql`select told_at from reminders where user_id = ${owner.id} and told_at is null`,
    );
    expect(rows).toHaveLength(1);
    await db().execute(sql`update users set suspended_at = null where id = ${owner.id}`);
    await makeDue(owner);
    const [mail = ''] = await mailed(owner.email, 1);
    expect(mail).toMatch(/^Subject: Reminder: Grace Hopper\r$/m);
  });

  it('comes with others in one mail when there are more than ten in an hour', {
    tags: ['thorough'],
  }, async () => {
    const owner = await makeOwner();
    await owner.call('PATCH', '/api/notices/settings', { mail: { contact: false } });
    const contactId = await meet(owner, { fullName: 'Grace Hopper' });
    const at = new Date(Date.now() + aheadMs + 86_400_000).toISOString();
    const add = async (note: string) =>
      expect((await owner.call('POST', '/api/notices/reminders', { contactId, at, note })).status).toBe(200);
    for (let nth = 1; nth <= 11; nth += 1) await add(`Note ${nth}.`);
    await makeDue(owner);
    const [mail = ''] = await mailed(owner.email, 1);
    expect(mail).toMatch(/^Subject: 11 reminders\r$/m);
    expect(mail).toContain('Note 11.');
    await add('Later');
    await makeDue(owner);
    expect((await owner.call('GET', '/api/notices/reminders')).body).toMatchObject([{ note: 'Later' }]);
    aheadMs += 11 * 60_000;
    await makeDue(owner);
    const [, last = ''] = await mailed(owner.email, 2);
    expect(last).toMatch(/^Subject: Reminder: Grace Hopper\r$/m);
  });

  it('has its note as the owner wrote it, but no link in a mail to an address that nobody confirmed', async () => {
    const owner = await makeOwner();
    const contactId = await meet(owner);
    const at = new Date(Date.now() + aheadMs + DAY_MS).toISOString();
    const note = 'Send <the> deck to anna@acme.com, call at 14.30';
    const add = () => owner.call('POST', '/api/notices/reminders', { contactId, at, note });
    const { body: one } = await add();
    await add();
    await db().execute(sql`update reminders set told_at = ${at}::timestamptz where user_id = ${owner.id}`);
    const compose = async (kind: 'reminder' | 'reminders', id: string) => {
      const [row] = await db().select().from(persons).where(eq(persons.id, owner.id));
      const notice = row && (await composeNotice(server.running.app, row, { kind, id }, ['reminder']));
      const mail = notice && composeMail({ ...notice.letter, to: owner.email, name: '' });
      const [, file] = notice?.extras.attachments ?? [];
      return { ...mail, pushed: notice?.push.body, file: String(file?.content).replaceAll('\r\n ', '') };
    };
    const alone = await compose('reminder', one.id);
    expect(alone.text).toContain(`Your note: “${note}”`);
    expect(alone.html).toContain('Send &lt;the&gt; deck to anna@acme.com, call at 14.30');
    expect(alone.file).toContain('DESCRIPTION:Send <the> deck to anna@acme.com\\, call at 14.30');
    expect(alone.pushed).toBe(note);
    expect((await compose('reminders', at)).text).toContain(`: ${note}\n`);

    await db().execute(sql`update users set email_confirmed_at = null where id = ${owner.id}`);
    const unconfirmed = await compose('reminder', one.id);
    expect(unconfirmed.text).toContain('Your note: “Send the deck to [link] call at 14. 30”');
    expect(unconfirmed.pushed).toBe(note);
    const all = [unconfirmed, await compose('reminders', at)];
    for (const { text, html, file } of all) expect([text, html, file].join()).not.toContain('anna@acme');
  });

  it('is not told of before the time to which its owner moves it at the last moment', async () => {
    const owner = await makeOwner();
    const contactId = await meet(owner);
    const at = new Date(Date.now() + aheadMs + DAY_MS).toISOString();
    const added = await owner.call('POST', '/api/notices/reminders', { contactId, at });
    aheadMs += 2 * DAY_MS;
    let telling: Promise<void> | undefined;
    await db().transaction(async (tx) => {
      await tx.execute(sql`update reminders set at = at + interval '9 days' where id = ${added.body.id}`);
      telling = tellDue(server.running.app);
      await vi.waitFor(async () => {
        const held = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect((await db().execute(held)).rows.length).toBeGreaterThan(0);
      }, within);
    });
    await telling;
    aheadMs -= 2 * DAY_MS;
    expect((await owner.call('GET', '/api/notices/reminders')).body).toMatchObject([{ contactId }]);
  });

  it('stays as long as the deletion of its contact can be undone', async () => {
    const owner = await makeOwner();
    const contactId = await meet(owner);
    const at = new Date(Date.now() + aheadMs + 86_400_000).toISOString();
    await owner.call('POST', '/api/notices/reminders', { contactId, at });
    await owner.call('POST', '/api/contacts/bulk', { action: 'delete', ids: [contactId] });
    const isMine = sql`user_id = ${owner.id}`;
    await db().execute(sql`update reminders set created_at = created_at - interval '2 days' where ${isMine}`);
    const count = async () => (await db().execute(sql`select from reminders where ${isMine}`)).rows.length;
    await vi.waitFor(async () => {
      const gone = await db().execute(sql`select from contact_undo_rows where contact_id = ${contactId}`);
      expect(gone.rows.length).toBeGreaterThan(0);
    }, within);
    await makeDue(owner);
    const [row] = (await db().execute(sql`select told_at from reminders where ${isMine}`)).rows;
    expect(row).toEqual({ told_at: null });
    await deleteOldReminders(server.running.app);
    expect(await count()).toBe(1);
    await db().execute(sql`delete from contact_undo_rows where contact_id = ${contactId}`);
    await deleteOldReminders(server.running.app);
    expect(await count()).toBe(0);
  });
});

describe('An address that nobody confirmed', () => {
  const jobs = async ({ id }: Owner) => {
    const found = sql`select from pgboss.job where name = 'notice-mail' and data->>'userId' = ${id}`;
    return (await db().execute(found)).rows.length;
  };
  const told = ({ id }: Owner, count: number) =>
    vi.waitFor(async () => {
      const all = sql`select from arrivals where user_id = ${id} and told_at is not null`;
      expect((await db().execute(all)).rows).toHaveLength(count);
    }, within);

  it('is mailed a few notices in the first week of its account', { tags: ['thorough'] }, async () => {
    const owner = await makeOwner();
    await db().execute(sql`update users set email_confirmed_at = null where id = ${owner.id}`);
    await meet(owner);
    await mailed(owner.email, 1);
    await told(owner, 1);
    const mailed15 = sql`update notice_settings set unconfirmed_mails = unconfirmed_mails + 14 where user_id = ${owner.id}`;
    const isUsedUp = async () => (await owner.call('GET', '/api/notices/settings')).body.isMailUsedUp;
    expect(await isUsedUp()).toBe(false);
    expect((await db().execute(mailed15)).rowCount).toBe(1);
    expect(await isUsedUp()).toBe(true);
    await meet(owner);
    await told(owner, 2);
    expect(await jobs(owner)).toBe(1);
    await db().execute(sql`update notice_settings set unconfirmed_mails = 0 where user_id = ${owner.id}`);
    await db().execute(sql`update users set created_at = now() - interval '8 days' where id = ${owner.id}`);
    await meet(owner);
    await told(owner, 3);
    expect(await jobs(owner)).toBe(1);
  });
});
