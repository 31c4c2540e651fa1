import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { dueStatement } from '#server/accounts/due/due.ts';
import { subscriptions } from '#server/db/schema/money.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { accountId, personId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { startMailSink } from '#test/mail-sink.ts';
import { metOwners } from '#test/met-owners.ts';
import { startTestServer, type TestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

const { url: SMTP_URL } = await startMailSink();
let aheadMs = 0;
const server = startTestServer({ SMTP_URL }, () => new Date(Date.now() + aheadMs));
const { makeOwner, meet } = metOwners(server);
const later = (ms: number) => new Date(Date.now() + aheadMs + ms).toISOString();
const SPAM = { fullName: 'Spam One', email: 'spam@example.com', subject: 'Buy now' };

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

  const [card] = (await owner.call('GET', '/api/cards')).body;
  await server.client()('POST', '/api/contacts/exchange', { ...SPAM, cardId: card.id });
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
    sql`explain ${dueStatement(owner.id, sql`now()`)}`,
  );
  await db.execute(sql`reset enable_seqscan`);
  expect(rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan'))).toEqual([]);
});

it('Says what each team waits for: of its owner a payment, of others an answer or two-step verification', async () => {
  const { teamId, owner, admin, member } = await addWholeTeam(server);
  const { db } = server.running.app;
  const now = server.running.app.now();
  const team = eq(users.id, accountId.parse(teamId));
  const seenBy = async ({ call }: { call: ReturnType<TestServer['client']> }) =>
    (await call('GET', '/api/auth/me')).body.due.teams;
  const needs = (kind: string, until: Date | null = null) => [
    expect.objectContaining({ id: teamId, needs: { kind, until: until?.toISOString() ?? null } }),
  ];
  const quiet = [expect.objectContaining({ id: teamId, needs: null })];
  const set = (values: Partial<typeof users.$inferInsert>) => db.update(users).set(values).where(team);

  const soon = new Date(now.getTime() + 2 * DAY_MS);
  await set({ trialEndsAt: new Date(now.getTime() + 9 * DAY_MS) });
  expect(await seenBy(owner)).toEqual(quiet);
  await set({ trialEndsAt: soon });
  expect(await seenBy(owner)).toEqual(needs('trial', soon));
  expect(await seenBy(admin)).toEqual(quiet);
  await set({ trialEndsAt: now });
  expect(await seenBy(owner)).toEqual(needs('expired'));
  await set({ subscriptionStatus: 'active', stripeSubscriptionId: 'sub_1' });
  expect(await seenBy(owner)).toEqual(quiet);
  await db
    .insert(subscriptions)
    .values({ userId: accountId.parse(teamId), status: 'past_due', lapsesAt: soon });
  expect(await seenBy(owner)).toEqual(needs('payment', soon));
  expect(await seenBy(member)).toMatchObject([{ isSuspended: false, isHidden: false }]);
  await set({ suspendedAt: now, arePagesSuspended: true });
  expect(await seenBy(owner)).toEqual(quiet);
  expect(await seenBy(member)).toMatchObject([{ isSuspended: true, isHidden: true }]);
  await set({ suspendedAt: null, arePagesSuspended: false });

  await db.update(teams).set({ adminsNeedTwoStep: true, offeredTo: personId.parse(member.id) });
  expect(await seenBy(member)).toEqual(needs('offer'));
  expect(await seenBy(admin)).toEqual([
    expect.objectContaining({ role: 'member', needs: { kind: 'twoStep', until: null } }),
  ]);
});

it('Counts what waits in a team for those who may review it', async () => {
  const { teamId, cardId, owner, admin, member } = await addWholeTeam(server);
  await server.client()('POST', '/api/contacts/exchange', { ...SPAM, cardId });
  const seenBy = async ({ call }: { call: ReturnType<TestServer['client']> }) =>
    (await call('GET', '/api/auth/me')).body.due;
  for (const person of [owner, admin]) {
    expect(await seenBy(person)).toMatchObject({ unreviewed: 0, teams: [{ id: teamId, unreviewed: 1 }] });
  }
  expect(await seenBy(member)).toMatchObject({ teams: [{ unreviewed: 0 }] });
});
