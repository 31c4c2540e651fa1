import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { tellArrivals } from '#server/messages/notices/arrivals.ts';
import { mailNotice } from '#server/messages/notices/notice.ts';
import { noteEvent } from '#server/people/contacts/note-event.ts';
import { sendReceipts } from '#server/people/recipients/receipts.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import { WAIT } from '#test/imports.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { metOwners, type Owner } from '#test/met-owners.ts';
import { linkIn } from '#test/receiving.ts';
import { startTestServer } from '#test/server.ts';

/** Mails about people: their words and answers, the way to them, and their later changes. */

let ahead = 0;
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + ahead));
const mailbox = openMailbox(server);
const { makeOwner, meet } = metOwners(server);
const app = () => server.running.app;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Somebody with a private page. */
async function receive(owner: Owner, details: object = {}) {
  const email = `${crypto.randomUUID()}@example.com`;
  const id = await meet(owner, { email, wantsReceipt: true, ...details });
  await sendReceipts(app());
  const [receipt] = await mailbox.wait(email);
  const act = (fields: Record<string, string>) =>
    server.client()('POST', linkIn(receipt?.text), String(new URLSearchParams(fields)), FORM);
  return { id, email, act, receipt };
}

const lead = (owner: Owner, body: object) =>
  server.client()('POST', `/api/cards/${owner.cardId}/leads`, body);

describe('The mail about a new lead', () => {
  it('has the card’s name, the answers to the owner’s own questions, and the way to the lead', {
    tags: ['thorough'],
  }, async () => {
    const owner = await makeOwner();
    const leadQuestions = [
      { id: 'need', label: 'What do you need?', kind: 'text', options: [], isRequired: false },
      { id: 'budget', label: 'Budget', kind: 'choice', options: ['10k', '50k'], isRequired: false },
    ];
    expect((await owner.call('PUT', `/api/cards/${owner.cardId}`, { leadQuestions })).status).toBe(200);
    const need = `A site like https://evil.example/pay ${'and more '.repeat(60)}`;
    const given = { name: 'Lena Lead', email: 'lena+a@example.com', customFields: { need, budget: '50k' } };
    expect((await lead(owner, given)).status).toBe(200);
    const [mail] = await mailbox.wait(owner.email, 1, /^New lead/);
    expect(mail?.text).toContain('Lena Lead filled out the form on your card “Work”.');
    expect(mail?.text).toContain('What do you need?: A site like [link] and more');
    expect(mail?.text).toContain('Budget: 50k');
    expect(mail?.text).not.toMatch(/evil|(?:and more ){40}/);
    expect(mail?.html).toMatch(/Budget<\/th><td[^>]*>50k</);
    const [, query = ''] = /\/contacts\?search=(\S+)/.exec(mail?.text ?? '') ?? [];
    const { body } = await owner.call('GET', `/api/contacts/people?q=${query}`);
    expect(body).toMatchObject([{ fullName: 'Lena Lead', isLead: true }]);
  });
});

describe('A digest', () => {
  it('says what each wrote and leads to each', { tags: ['thorough'] }, async () => {
    const owner = await makeOwner();
    await owner.call('PUT', `/api/cards/${owner.cardId}`, {
      leadCaptureFields: ['name', 'email', 'message'],
    });
    await owner.call('PATCH', '/api/notices/settings', { isDaily: true });
    const notes = 'Send the "offer"\\x, see www.evil.example and \\\\evil\\share\nsecond line';
    const id = await meet(owner, { fullName: 'Anna One', company: 'Acme', notes });
    await lead(owner, { name: 'Bert Two', email: 'bert@example.com', message: '<b>Call</b> me' });
    await meet(owner, { fullName: 'Cleo Three', notes: 'x'.repeat(1_000) });
    ahead += 24 * HOUR_MS;
    app().arrivals.nudge(owner.id);
    const [mail] = await mailbox.wait(owner.email, 1, /^2 new contacts and 1 new lead$/);
    const lines = mail?.text.split('\n') ?? [];
    const at = lines.findIndex((line) => line.startsWith('Anna One'));
    expect(lines.slice(at, at + 4)).toEqual([
      'Anna One: Acme · “Send the "offer"\\x, see [link] and [link]”',
      `  http://localhost:0/contacts/${id}`,
      'Bert Two: bert@example.com · “b Call /b me”',
      '  http://localhost:0/contacts?search=bert%40example.com',
    ]);
    expect(mail?.text).not.toContain('x'.repeat(150));
    expect(mail?.html).toContain(`<a href="http://localhost:0/contacts/${id}"`);
    expect(mail?.html).not.toMatch(/evil|<b>|second line/);
  });
});

it('An owner is told of several people while somebody leaves their details, neither waiting for the other', {
  tags: ['thorough'],
}, async () => {
  const owner = await makeOwner();
  await owner.call('PATCH', '/api/notices/settings', { isDaily: true });
  for (const fullName of ['Anna One', 'Bert Two', 'Cleo Three']) await meet(owner, { fullName });
  ahead += 24 * HOUR_MS;
  await app().db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${owner.id} for no key update`);
    expect(await tellArrivals(app(), owner.id)).toBeNull();
  });
  await mailbox.wait(owner.email, 1, /^3 new contacts$/);
  const { rows } = await app().db.execute(
    sql`select count(distinct told_in)::int as digests, count(told_at)::int as told from arrivals where user_id = ${owner.id}`,
  );
  expect(rows).toEqual([{ digests: 1, told: 3 }]);
});

it('Whoever is suspended hears of nobody until they are restored', async () => {
  const owner = await makeOwner();
  await owner.call('PATCH', '/api/notices/settings', { isDaily: true });
  for (const fullName of ['Anna One', 'Bert Two']) await meet(owner, { fullName });
  const suspend = (at: string | null) =>
    app().db.execute(sql`update users set suspended_at = ${at}::timestamptz where id = ${owner.id}`);
  const untold = async () => {
    const { rows } = await app().db.execute<{ id: string }>(
      sql`select id from arrivals where user_id = ${owner.id} and told_at is null`,
    );
    return rows.map(({ id }) => id);
  };
  await suspend(new Date().toISOString());
  ahead += 24 * HOUR_MS;
  expect(await tellArrivals(app(), owner.id)).toBeNull();
  const [id = ''] = await untold();
  expect(await untold()).toHaveLength(2);
  const deliver = vi.fn(async () => 'sent');
  const mail = { userId: owner.id, about: { kind: 'contact' as const, id } };
  await mailNotice({ ...app(), mailer: { deliver } }, mail, 'added before', new Date());
  expect(deliver).not.toHaveBeenCalled();
  await suspend(null);
  await tellArrivals(app(), owner.id);
  await mailbox.wait(owner.email, 1, /^2 new contacts$/);
});

it('What somebody does while their owner is being told of what they did before is told, too', {
  tags: ['thorough'],
}, async () => {
  const owner = await makeOwner();
  await owner.call('PATCH', '/api/notices/settings', { isDaily: true });
  const personId = await meet(owner, { fullName: 'Nora New' });
  const act = { event: 'corrected', toldId: owner.id, personId, isLead: false, cardName: null } as const;
  const { db } = app();
  let acted: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`update arrivals set told_at = now(), told_in = id where user_id = ${owner.id}`);
    acted = noteEvent(app(), db, act);
    await sleep(300);
  });
  await acted;
  const { rows } = await db.execute(
    sql`select event from arrivals where user_id = ${owner.id} and told_at is null`,
  );
  expect(rows).toEqual([{ event: 'corrected' }]);
});

it('Who comes soon after quiet hours is told of at once, and who comes after many waits', {
  tags: ['thorough'],
}, async () => {
  const owner = await makeOwner();
  const clock = (minutes: number) =>
    new Date(Date.now() + ahead + minutes * 60_000).toISOString().slice(11, 16);
  const quietHours = { from: clock(-60), until: clock(90) };
  await owner.call('PATCH', '/api/account', { timeZone: 'UTC' });
  expect((await owner.call('PATCH', '/api/notices/settings', { quietHours })).status).toBe(200);
  await Promise.all(Array.from({ length: 11 }, () => meet(owner)));
  expect(await tellArrivals(app(), owner.id)).not.toBeNull();
  ahead += 91 * 60_000;
  await tellArrivals(app(), owner.id);
  await mailbox.wait(owner.email, 1, /^11 new contacts$/);
  await meet(owner, { fullName: 'Cleo Three' });
  expect(await tellArrivals(app(), owner.id)).toBeNull();
  await mailbox.wait(owner.email, 1, /^New contact: Cleo Three$/);
  await Promise.all(Array.from({ length: 11 }, () => meet(owner)));
  await tellArrivals(app(), owner.id);
  ahead += 31_000;
  expect(await tellArrivals(app(), owner.id)).toBeNull();
  await meet(owner, { fullName: 'Dora Four' });
  expect(await tellArrivals(app(), owner.id)).not.toBeNull();
  ahead += HOUR_MS;
  expect(await tellArrivals(app(), owner.id)).toBeNull();
});

describe('Somebody who comes while the owner is to hear of it later', () => {
  it('is not counted anew with each of the others, unless the settings change', {
    tags: ['thorough'],
  }, async () => {
    const owner = await makeOwner();
    await owner.call('PATCH', '/api/notices/settings', { isDaily: true });
    const send = vi.spyOn(app().queue, 'send');
    const counted = () => send.mock.calls.filter(([, name]) => name === 'tell-arrivals').length;
    await meet(owner, { fullName: 'Anna One' });
    await vi.waitFor(() => expect(counted()).toBe(1), WAIT);
    await meet(owner, { fullName: 'Bert Two' });
    await sleep(1_500);
    expect(counted()).toBe(1);
    await owner.call('PATCH', '/api/notices/settings', { dailyHour: 7 });
    await vi.waitFor(() => expect(counted()).toBe(2), WAIT);
    await meet(owner, { fullName: 'Cleo Three' });
    ahead += 31_000;
    await vi.waitFor(() => expect(counted()).toBe(3), WAIT);
    send.mockRestore();
  });
});

describe('What an owner enters at their own card', () => {
  it('is no news to them while they are signed in', { tags: ['thorough'] }, async () => {
    const owner = await makeOwner();
    const details = { cardId: owner.cardId, fullName: 'Own Entry', email: 'own@example.com' };
    expect((await owner.call('POST', '/api/contacts/exchange', details)).status).toBe(200);
    await meet(owner, { fullName: 'Real Guest' });
    await mailbox.wait(owner.email, 1, /Real Guest/);
    const { rows } = await app().db.execute(sql`select 1 from arrivals where user_id = ${owner.id}`);
    expect(rows).toHaveLength(1);
  });
});

describe('What people do on their private page', () => {
  it('is mailed to the owner: corrections, consents taken back, and withdrawals without a name', {
    tags: ['thorough'],
  }, async () => {
    const owner = await makeOwner();
    const { id, email, act, receipt } = await receive(owner, { fullName: 'Wilma Before' });
    expect(receipt?.subject).toBe('What you shared with Ada Lovelace');
    await mailbox.wait(owner.email, 1, /^New contact: Wilma Before$/);
    const corrected = { action: 'correct', fullName: 'Wilma After', email, company: 'Acme' };
    expect((await act(corrected)).status).toBe(303);
    const [correction] = await mailbox.wait(owner.email, 1, /^Corrected details: Wilma After$/);
    expect(correction?.text).toContain(
      'Wilma After corrected the details they shared with you through your card “Work”.',
    );
    expect(correction?.text).toContain('Company: Acme');
    expect(correction?.text).toContain(`/contacts/${id}`);
    const { body: kept } = await owner.call('GET', `/api/contacts/${id}`);
    const [{ purpose, at }] = kept.consents;
    await act({ action: 'withdraw-consent', consent: `${purpose} ${at}` });
    await mailbox.wait(owner.email, 1, /^Consent withdrawn: Wilma After$/);
    expect((await act({ action: 'withdraw' })).status).toBe(200);
    const [withdrawal] = await mailbox.wait(owner.email, 1, /^Details withdrawn$/);
    expect(withdrawal?.text).toContain(
      'Someone withdrew the details they shared with you through your card “Work”.',
    );
    expect(`${withdrawal?.text}${withdrawal?.html}`).not.toMatch(/Wilma|Acme/);
    expect(withdrawal?.unsubscribeUrl).toContain(`${owner.id}.contact.`);
  });

  it('counts once until it is told of, comes with new people in a digest, and ends with their switch', {
    tags: ['thorough'],
  }, async () => {
    const owner = await makeOwner();
    await owner.call('PATCH', '/api/notices/settings', { isDaily: true });
    const first = await receive(owner, { fullName: 'Nora New' });
    await first.act({ action: 'correct', fullName: 'Nora Newer', email: first.email });
    const waiting = sql`select count(*)::int as n from arrivals where user_id = ${owner.id}`;
    // The owner has not heard of her yet, and will hear of her as she is now.
    expect((await app().db.execute(waiting)).rows).toEqual([{ n: 1 }]);
    ahead += 24 * HOUR_MS;
    app().arrivals.nudge(owner.id);
    await mailbox.wait(owner.email, 1, /^New contact: Nora Newer$/);
    for (const name of ['Nora A', 'Nora B', 'Nora C'])
      await first.act({ action: 'correct', fullName: name, email: first.email });
    const other = await receive(owner, { fullName: 'Otto Gone' });
    await other.act({ action: 'withdraw' });
    await meet(owner, { fullName: 'Petra New' });
    ahead += 24 * HOUR_MS;
    app().arrivals.nudge(owner.id);
    const [digest] = await mailbox.wait(owner.email, 1, /^1 new contact, 1 correction, and 1 withdrawal$/);
    expect(digest?.text).toContain('Nora C: Corrected details\n  http://localhost:0/contacts/');
    expect(digest?.text).toContain('Details withdrawn: Someone withdrew');
    expect(digest?.text).not.toContain('Otto');
    await owner.call('PATCH', '/api/notices/settings', { mail: { contact: false } });
    await first.act({ action: 'correct', fullName: 'Nora D', email: first.email });
    const left = sql`select 1 from arrivals where user_id = ${owner.id} and told_at is null`;
    expect((await app().db.execute(left)).rows).toEqual([]);
  });
});
