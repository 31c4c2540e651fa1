import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { dueStatement } from '#server/accounts/due/due.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { startMailSink } from '#test/mail-sink.ts';
import { metOwners } from '#test/met-owners.ts';
import { startTestServer } from '#test/server.ts';

const { url: SMTP_URL } = await startMailSink();
let aheadMs = 0;
const server = startTestServer({ SMTP_URL }, () => new Date(Date.now() + aheadMs));
const { makeOwner, meet } = metOwners(server);
const later = (ms: number) => new Date(Date.now() + aheadMs + ms).toISOString();

it('An account says with itself what its owner should know', async () => {
  const owner = await makeOwner();
  const due = async () => (await owner.call('GET', '/api/auth/me')).body.due;
  const nothing = {
    failedPayment: null,
    hasEverPaid: false,
    isPaidByTeam: false,
    isConfirmationDue: false,
    unreviewed: 0,
    hasContacts: false,
    contactsFull: 0,
    event: null,
    nextReminder: null,
    teams: [],
  };
  expect(await due()).toEqual(nothing);
  const contactId = await meet(owner);
  expect(await due()).toEqual({ ...nothing, hasContacts: true });

  const spam = { fullName: 'Spam One', email: 'spam@example.com', subject: 'Buy now' };
  const [card] = (await owner.call('GET', '/api/cards')).body;
  await server.client()('POST', '/api/contacts/exchange', { ...spam, cardId: card.id });
  for (const days of [9, 3]) {
    await owner.call('POST', '/api/notices/reminders', { contactId, at: later(days * DAY_MS) });
  }
  const event = { name: 'Harbor Expo', place: 'Rotterdam', endsAt: later(DAY_MS / 2) };
  await owner.call('PUT', '/api/contacts/event', event);
  const [{ fullName }] = (await owner.call('GET', '/api/contacts')).body;
  const next = { contactName: fullName, at: expect.stringMatching(/T/) };
  expect(await due()).toMatchObject({ unreviewed: 1, event, nextReminder: next });
  expect((await due()).nextReminder.at).toBe((await owner.call('GET', '/api/notices/reminders')).body[0].at);

  // A day after the first card, the address is still not confirmed, and the event is over.
  const { db } = server.running.app;
  await db.execute(sql`update users set email_confirmed_at = null where id = ${owner.id}`);
  expect(await due()).toMatchObject({ isConfirmationDue: false });
  aheadMs += DAY_MS;
  expect(await due()).toMatchObject({ isConfirmationDue: true, event: null });
  await server.running.app.db.execute(
    sql`update users set email_confirmed_at = now() where id = ${owner.id}`,
  );
  expect(await due()).toMatchObject({ isConfirmationDue: false });
});

it('Reads what is due by indexes', async () => {
  const owner = await makeOwner();
  const { db } = server.running.app;
  await db.execute(sql`set enable_seqscan = off`);
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
    sql`explain ${dueStatement(owner.id, new Date())}`,
  );
  await db.execute(sql`reset enable_seqscan`);
  expect(rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan'))).toEqual([]);
});
