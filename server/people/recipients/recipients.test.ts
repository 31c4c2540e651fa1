import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { systemFor } from '#server/access/system.ts';
import type { UserContext } from '#server/context.ts';
import { contactImportRows, contactImports } from '#server/db/schema/people-changes.ts';
import { normalizeMailbox } from '#server/infra/mail/mailbox.ts';
import { MailRefused } from '#server/infra/mail/refusal.ts';
import { convertLead } from '#server/people/contacts/exchange/leads.ts';
import { mergeContacts } from '#server/people/contacts/merge/merge.ts';
import { sendReceipts } from '#server/people/recipients/receipts.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { textOf } from '#test/public-card.ts';
import { linkIn, startReceiving } from '#test/receiving.ts';

const { app, get, give, giveAndOpen, kept, later, made, mailbox, post, server } = startReceiving();

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
    expect(textOf(page.text)).toContain('What you shared with Ada Lovelace');
    expect((await kept(id)) as object).toMatchObject({ consents: [{ purpose: 'receipt' }] });
  });

  it('comes once a day to an address, whoever asked how often in which spelling', async () => {
    const { email } = await give();
    await give({ email });
    await give({ email: email.toUpperCase().replace('@', '+2@') });
    await Promise.all([sendReceipts(app()), sendReceipts(app())]);
    const { email: last } = await giveAndOpen();
    await mailbox.wait(last);
    const isTo = ({ to }: { to: string }) => normalizeMailbox(to) === normalizeMailbox(email);
    expect(mailbox.mails.filter(isTo)).toHaveLength(1);
    later(DAY_MS);
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

  it.each([
    ['A.B+c@Example.com', 'a.b@example.com'],
    ['a.b+x@googlemail.com', 'ab@gmail.com'],
  ])('counts %s as %s', (address, mailbox) => {
    expect(normalizeMailbox(address)).toBe(mailbox);
  });

  it('that the mail server refuses is tried once, and the owner sees it with the contact', async () => {
    const { mailer } = app();
    const { deliver } = mailer;
    const refuse = vi.fn(() => Promise.reject(new MailRefused('550 No such user')));
    const { id } = await give();
    mailer.deliver = refuse;
    try {
      await sendReceipts(app());
      await vi.waitFor(
        async () => {
          const { body } = await made.owner('GET', `/api/contacts/${id}/history`);
          expect(body[0]).toMatchObject({ kind: 'receiptRefused' });
        },
        { timeout: 20_000, interval: 50 },
      );
      expect(refuse).toHaveBeenCalled();
    } finally {
      mailer.deliver = deliver;
    }
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
      details: { company: 'Navy' },
    });
    // Its name in the list is for its owner alone.
    expect(told.body).not.toHaveProperty('card');
    expect((await get(path)).text).not.toContain('Work');
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
    expect(JSON.stringify(events).match(/Someone withdrew/g)).toHaveLength(1);
  });

  it.each([
    ['is being merged into another', 409],
    ['becomes a contact', 200],
  ])('withdraws a person who %s, or says that it did not', async (what, status) => {
    const isLead = status === 200;
    const { id, path } = isLead ? await giveLead() : await giveAndOpen();
    const keep = (await made.owner('POST', '/api/contacts', { fullName: 'Rae' })).body.id;
    const ownerId = (await made.owner('GET', '/api/auth/me')).body.user.id;
    const { answer } = await app().db.transaction(async (db) => {
      const ctx = { ...app(), db, ...systemFor(ownerId) } as unknown as UserContext;
      if (isLead) await convertLead(ctx, { params: { id } });
      else await mergeContacts(ctx, { body: { keep, others: [id], fields: {} } });
      const answer = post(path, { action: 'withdraw' });
      await expect.poll(countHeldUp, { timeout: 20_000 }).toBe(1);
      return { answer };
    });
    const { status: said, text } = await answer;
    expect([what, said]).toEqual([what, status]);
    expect(text.includes('Your details were just moved. Please open the link again.')).toBe(!isLead);
    expect(await kept(id)).toBeUndefined();
    expect(await kept(keep)).toBeDefined();
    expect((await get(path)).status).toBe(isLead ? 404 : 200);
    if (!isLead) expect((await post(path, { action: 'withdraw' })).status).toBe(200);
    expect((await get(path)).status).toBe(404);
  });

  const countHeldUp = async () =>
    (
      await app().db.execute(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%set_config%'`)
    ).rows.length;

  async function giveLead() {
    const lead = { name: 'Lou Lead', email: 'lou@example.com', wantsReceipt: 'true' };
    const { body } = await server.client()('POST', `/api/cards/${made.id}/leads`, lead);
    await sendReceipts(app());
    const [mail] = await mailbox.wait(lead.email);
    return { id: body.id as string, path: linkIn(mail?.text) };
  }

  it('withdraws what could come back of a contact that was merged into another', async () => {
    const { id, path } = await giveAndOpen({ fullName: 'Mona Merged' });
    const keep = (await made.owner('POST', '/api/contacts', { fullName: 'Mona' })).body.id;
    const userId = (await made.owner('GET', '/api/auth/me')).body.user.id;
    // An import had filled the contact that is merged away.
    const filled = { importId: 'mona', line: 2, outcome: 'filled', contactId: id } as const;
    const { db } = app();
    await db
      .insert(contactImports)
      .values({ id: 'mona', userId, fileName: 'a.csv', blobName: 'a', state: 'done' });
    await db.insert(contactImportRows).values({ ...filled, after: { company: 'Mona Ltd' } });
    const { body } = await made.owner('POST', '/api/contacts/merge', { keep, others: [id] });
    expect((await get(path)).status).toBe(200);
    await post(path, { action: 'withdraw' });
    expect(await db.$count(contactImportRows)).toBe(0);
    expect((await get(path)).status).toBe(404);
    await made.owner('POST', `/api/contacts/operations/${body.operation.id}/undo`);
    expect([await kept(id), await kept(keep)]).toEqual([undefined, undefined]);
  });

  it('takes back each consent by itself, once, also after a merge and its undoing', async () => {
    const { id, path } = await giveAndOpen({ phone: '+1 202 555 0199', smsConsent: true });
    await app().db.execute(
      sql`update text_messages set state = 'waiting', next_at = '2100-01-01' where id = ${id}`,
    );
    const keep = (await made.owner('POST', '/api/contacts', { fullName: 'Kay' })).body.id;
    const merged = await made.owner('POST', '/api/contacts/merge', { keep, others: [id] });
    const consentsOf = (page: string) =>
      [...page.matchAll(/name="consent" value="([^"]+)"/g)].map(([, key = '']) => key);
    const given = await get(path);
    expect(textOf(given.text)).toContain('Ada Lovelace may text me once, at the number above.');
    expect(consentsOf(given.text)).toHaveLength(2);
    for (const consent of [...consentsOf(given.text), ...consentsOf(given.text), 'text x', '']) {
      const answer = await post(path, { action: 'withdraw-consent', consent });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?withdrawn=1`]);
    }
    expect(consentsOf((await get(path)).text)).toEqual([]);
    expect((await get(`${path}/details.json`)).body.consents).toMatchObject([
      { purpose: 'text', withdrawnAt: expect.any(String) },
      { purpose: 'receipt', withdrawnAt: expect.any(String) },
    ]);
    const { text: csv } = await made.owner('GET', '/api/contacts/export?columns=all');
    expect(csv).toMatch(/ \(withdrawn 20/);
    expect((await made.owner('GET', '/api/sms/messages')).body[0]).toMatchObject({
      state: 'not_sent',
      reason: 'They withdrew their consent before it was sent.',
      consentWithdrawnAt: expect.any(String),
    });
    await made.owner('POST', `/api/contacts/operations/${merged.body.operation.id}/undo`);
    expect(await kept(id)).toMatchObject({ consents: [{ withdrawnAt: expect.any(String) }] });
    const { body: history } = await made.owner('GET', '/api/account/history');
    expect(JSON.stringify(history).match(/withdrew a consent/g)).toHaveLength(2);
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
    const [, consent = ''] = /name="consent" value="([^"]+)"/.exec((await get(path)).text) ?? [];
    await post(path, { action: 'withdraw-consent', consent });
    expect((await made.owner('GET', '/api/contacts/leads')).body).toMatchObject([
      { consents: [{ purpose: 'receipt', withdrawnAt: expect.any(String) }] },
    ]);
    expect((await made.owner('GET', '/api/contacts/leads')).body).toMatchObject([{ leadName: 'Lea Ledger' }]);
    await made.owner('POST', `/api/contacts/leads/${body.id}/convert`);
    expect(textOf((await get(path)).text)).toContain('What you shared with Ada Lovelace');
    await post(path, { action: 'withdraw' });
    expect(await kept(body.id)).toBeUndefined();
  });
});
