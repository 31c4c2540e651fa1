import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { receipts } from '#server/db/receipt-schema.ts';
import { users } from '#server/db/schema.ts';
import { mailboxOf, RECEIPTS_A_DAY, sendReceipts } from '#server/recipients/receipts.ts';
import { forgetReceipts } from '#server/recipients/recipients.jobs.ts';
import { keepToRetention } from '#server/recipients/retention.ts';
import { DAY_MS } from '#shared/time.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { publishCard, textOf } from '#test/public-card.ts';
import { startTestServer } from '#test/server.ts';

let ahead = 0;
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + ahead));
const mailbox = openMailbox(server);
const app = () => server.running.app;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (path: string, fields: Record<string, string>, headers = {}) =>
  server.client()('POST', path, String(new URLSearchParams(fields)), { ...FORM, ...headers });
const get = (path: string) => server.client()('GET', path);

let made: Awaited<ReturnType<typeof publishCard>>;
beforeAll(async () => {
  made = await publishCard(server, { fullName: 'Ada Lovelace', leadCaptureEnabled: true });
  await confirmOwner();
});

/** The address of the owner, who else sends nobody a receipt. */
const confirmOwner = async (at: Date | null = new Date()) => {
  const { body } = await made.owner('GET', '/api/auth/me');
  const id = body.user.id as string;
  await app().db.update(users).set({ emailConfirmedAt: at }).where(eq(users.id, id));
  return id;
};

const SPAM = 'BUY at evil.example';
let count = 0;
/** Somebody who leaves their details and asks for a receipt. */
async function give(more: object = {}) {
  count += 1;
  const email = `guest${count}@example.com`;
  const body = {
    cardId: made.id,
    fullName: SPAM,
    email,
    notes: 'Hello http://evil.example',
    wantsReceipt: true,
  };
  const { status, body: answer } = await server.client()('POST', '/api/contacts/exchange', {
    ...body,
    ...more,
  });
  expect(status).toBe(200);
  return { id: answer.id as string, email };
}

const linkIn = (text = '') => /\/your-details\/[\w.-]+/.exec(text)?.[0] ?? 'no link';

async function giveAndOpen(more: object = {}) {
  const given = await give(more);
  await sendReceipts(app());
  const [mail] = await mailbox.wait(given.email);
  return { ...given, mail, path: linkIn(mail?.text) };
}

const contactsOf = async () => (await made.owner('GET', '/api/contacts')).body as { id: string }[];
const kept = async (id: string) => (await contactsOf()).find((contact) => contact.id === id);

describe('A receipt', () => {
  it('says none of the words that were typed, and leads to the private page', async () => {
    const { mail, path, id } = await giveAndOpen();
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('evil');
    expect(`${mail?.subject} ${mail?.text}`).toContain('Ada Lovelace');
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(page.text).not.toContain('<script src');
    expect(textOf(page.text)).toContain('What you gave to Ada Lovelace');
    expect((await kept(id)) as object).toMatchObject({ consents: [{ purpose: 'receipt' }] });
  });

  it('comes once a day to an address, whoever asked how often in which spelling', async () => {
    const { email } = await give();
    await give({ email });
    await give({ email: email.toUpperCase().replace('@', '+2@') });
    await Promise.all([sendReceipts(app()), sendReceipts(app())]);
    const { email: last } = await giveAndOpen();
    await mailbox.wait(last);
    const isTo = ({ to }: { to: string }) => mailboxOf(to) === mailboxOf(email);
    expect(mailbox.mails.filter(isTo)).toHaveLength(1);
    ahead += DAY_MS;
    await give({ email });
    await sendReceipts(app());
    await mailbox.wait(email, 2);
  });

  it('is not sent for what waits for review, until the owner keeps it', async () => {
    const { id, email } = await give({ subject: 'Offer' });
    await sendReceipts(app());
    expect(mailbox.to(email)).toEqual([]);
    await made.owner('POST', '/api/contacts/unreviewed/keep', { ids: [id] });
    await sendReceipts(app());
    await mailbox.wait(email);
  });

  it('is not sent while the owner’s own address is unconfirmed', async () => {
    await confirmOwner(null);
    const { email } = await give();
    await sendReceipts(app());
    await confirmOwner();
    await giveAndOpen();
    expect(mailbox.to(email)).toEqual([]);
  });

  it('is sent to so many people a day and owner only', async () => {
    ahead += DAY_MS;
    const userId = await confirmOwner();
    const now = app().now();
    const settled = Array.from({ length: RECEIPTS_A_DAY - 1 }, (_, n) => ({
      id: `filler-${n}`,
      personId: `filler-${n}`,
      userId,
      given: {},
      createdAt: now,
      settledAt: now,
    }));
    await app().db.insert(receipts).values(settled);
    const { email: last } = await give();
    await sendReceipts(app());
    const { email: beyond } = await give();
    await sendReceipts(app());
    await mailbox.wait(last);
    ahead += DAY_MS;
    await giveAndOpen();
    expect(mailbox.to(beyond)).toEqual([]);
  });

  it('leaves neither address nor link in the queue', async () => {
    const { email, id } = await giveAndOpen();
    const { rows } = await app().db.execute<{ all: string }>(
      sql`select coalesce(string_agg(data::text, ' '), '') as all from pgboss.job`,
    );
    expect(rows[0]?.all).toContain(id);
    expect(rows[0]?.all).not.toContain(email);
    expect(rows[0]?.all).not.toContain('/your-details/');
  });

  it.each([
    ['A.B+c@Example.com', 'a.b@example.com'],
    ['a.b+x@googlemail.com', 'ab@gmail.com'],
  ])('counts %s as %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });
});

describe('The private page', () => {
  it('answers 404 to every other token, and for what is gone', async () => {
    const { path, id } = await giveAndOpen();
    const { path: other } = await giveAndOpen();
    const mark = path.split('.')[1];
    const wrong = [
      `${path}x`,
      path.slice(0, -1),
      `${other.split('.')[0]}.${mark}`,
      '/your-details/x',
      '/your-details/%00',
    ];
    for (const address of wrong) expect((await get(address)).status).toBe(404);
    expect((await post(other.replace(/\..*/, `.${mark}`), { action: 'withdraw' })).status).toBe(404);
    await made.owner('DELETE', `/api/contacts/${id}`);
    expect((await get(path)).status).toBe(404);
    expect((await post(path, { action: 'correct', fullName: 'A', email: 'a@example.com' })).status).toBe(404);
  });

  it('takes over corrections, but leaves what the owner wrote', async () => {
    const { path, id, email } = await giveAndOpen({ fullName: 'Grace', phone: '+1 202 555 0143' });
    await made.owner('PATCH', `/api/contacts/${id}`, { notes: 'Met at the fair' });
    const wrong = await post(path, { action: 'correct', fullName: '', email: 'nobody' });
    expect(wrong.status).toBe(422);
    expect(textOf(wrong.text)).toEqual(
      expect.arrayContaining(['Name is required', 'Valid email is required']),
    );
    const right = {
      action: 'correct',
      fullName: 'Grace Hopper',
      email,
      phone: '',
      notes: 'New words',
      userId: 'x',
    };
    expect((await post(path, right)).status).toBe(303);
    expect(await kept(id)).toMatchObject({
      fullName: 'Grace Hopper',
      phone: null,
      phoneE164: null,
      notes: 'Met at the fair',
    });
    expect((await get(path)).text).toContain('New words');
    expect((await get(path)).text).not.toContain('Met at the fair');
    const { rows } = await app().db.execute(
      sql`select details from contact_history where contact_id = ${id} and kind = 'corrected'`,
    );
    expect(rows).toMatchObject([{ details: { to: { fullName: 'Grace Hopper', phone: '' } } }]);
    expect((await post(path, { action: 'purge' })).status).toBe(400);
    expect((await post(path, right, { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('hands out what was given as JSON and as a contact file', async () => {
    const { path } = await giveAndOpen({ fullName: 'Grace Hopper', company: 'Navy' });
    const told = await get(`${path}/details.json`);
    expect(told.headers.get('cache-control')).toBe('no-store');
    expect(told.body).toMatchObject({
      sharedWith: 'Ada Lovelace',
      card: 'Work',
      details: { company: 'Navy' },
    });
    const card = await get(`${path}/details.vcf`);
    expect(card.headers.get('content-type')).toContain('text/vcard');
    expect(card.text).toContain('FN:Grace Hopper');
    expect((await get(`${path.slice(0, -1)}/details.json`)).status).toBe(404);
  });

  it('withdraws everything at once, once, and tells the owner that it happened', async () => {
    const { path, id } = await giveAndOpen({ fullName: 'Wilma Withdrawn' });
    await made.owner('PATCH', `/api/contacts/${id}`, { company: 'Changed' });
    expect((await get(`${path}?action=withdraw`)).status).toBe(200);
    const answers = await Promise.all([
      post(path, { action: 'withdraw' }),
      post(path, { action: 'withdraw' }),
    ]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await kept(id)).toBeUndefined();
    for (const of of [
      '/api/contacts/people?q=wilma',
      '/api/contacts/export?columns=all',
      '/api/account/export',
    ])
      expect((await made.owner('GET', of)).text).not.toContain('Wilma');
    expect((await get(path)).status).toBe(404);
    const { body: events } = await made.owner('GET', '/api/account/history');
    expect(JSON.stringify(events).match(/Somebody withdrew/g)).toHaveLength(1);
  });

  it('withdraws what could come back of a contact that was merged into another', async () => {
    const { id, path } = await giveAndOpen({ fullName: 'Mona Merged' });
    const keep = (await made.owner('POST', '/api/contacts', { fullName: 'Mona' })).body.id;
    const { body } = await made.owner('POST', '/api/contacts/merge', { keep, others: [id] });
    expect((await get(path)).status).toBe(200);
    await post(path, { action: 'withdraw' });
    expect((await get(path)).status).toBe(404);
    await made.owner('POST', `/api/contacts/operations/${body.operation.id}/undo`);
    expect([await kept(id), await kept(keep)]).toEqual([undefined, undefined]);
  });

  it('corrects and withdraws a lead as well', async () => {
    const lead = {
      name: 'Lea Lead',
      email: 'lea@example.com',
      wantsReceipt: 'true',
      phone: '+1 202 555 0150',
    };
    const { body } = await server.client()('POST', `/api/cards/${made.id}/leads`, lead);
    await sendReceipts(app());
    const [mail] = await mailbox.wait(lead.email);
    const path = linkIn(mail?.text);
    // The form does not ask for a number: it was not kept.
    expect((await get(`${path}/details.json`)).body.details).toEqual({
      fullName: 'Lea Lead',
      email: lead.email,
    });
    await post(path, { action: 'correct', fullName: 'Lea Ledger', email: lead.email });
    expect((await made.owner('GET', '/api/contacts/leads')).body).toMatchObject([{ leadName: 'Lea Ledger' }]);
    await made.owner('POST', `/api/contacts/leads/${body.id}/convert`);
    expect(textOf((await get(path)).text)).toContain('What you gave to Ada Lovelace');
    await post(path, { action: 'withdraw' });
    expect(await kept(body.id)).toBeUndefined();
  });
});

describe('The time that contacts are kept', () => {
  it('ends after the chosen months, not before a week has passed, and not for favorites', async () => {
    const months = 6;
    const [old, favorite, noted] = await Promise.all([give(), give(), give()]);
    await app().db.execute(sql`
      update contacts set created_at = created_at - interval '7 months'
      where id in (${old.id}, ${favorite.id}, ${noted.id})`);
    await made.owner('POST', `/api/contacts/${favorite.id}/favorite`);
    await made.owner('PATCH', `/api/contacts/${noted.id}`, { company: 'Met again' });
    const path = '/api/recipients/retention';
    expect((await made.owner('GET', path)).body).toEqual({ months: null, due: 0 });
    expect((await made.owner('GET', `${path}?months=6`)).body).toEqual({ months: null, due: 1 });
    for (const wrong of [5, '6', 0, -6])
      expect((await made.owner('PUT', path, { months: wrong })).status).toBe(422);
    expect((await made.owner('PUT', path, { months })).body).toEqual({ months, due: 1 });
    await keepToRetention(app());
    expect(await kept(old.id)).toBeDefined();
    ahead += 7 * DAY_MS;
    await keepToRetention(app());
    await keepToRetention(app());
    expect(await kept(old.id)).toBeUndefined();
    expect(await kept(favorite.id)).toBeDefined();
    expect(await kept(noted.id)).toBeDefined();
    await forgetReceipts(app());
    const { rows } = await app().db.execute(
      sql`select id from receipts where id in (${old.id}, ${noted.id})`,
    );
    expect(rows).toEqual([{ id: noted.id }]);
  });
});
