import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { confirmAddress } from '#server/accounts/auth/address/write-address.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactImportRows, contactImports } from '#server/db/schema/people-changes.ts';
import { receipts } from '#server/db/schema/people-visitors.ts';
import { erasures } from '#server/db/schema/portability.ts';
import { teamLists } from '#server/db/schema/team-lists.ts';
import { persons, teams, users } from '#server/db/schema/users.ts';
import { importWork } from '#server/people/import/import-work.ts';
import { undoRows } from '#server/people/import/undo-import.ts';
import { mailReceipt, sendReceipts } from '#server/people/recipients/receipts.ts';
import { erasePerson, lockToErase } from '#server/portability/account/erase-account.ts';
import { eraseRests } from '#server/portability/account/erase-rest.ts';
import { listWork } from '#server/teams/lists/list-work.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { type OwnId, PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { addTeam } from '#test/teams.ts';

/** Calls and jobs that meet the deletion of an account. Without jobs of its own: the rest goes when a test says so. */
const server = startTestServer({ ...WITH_MAIL, ROLE: 'web' });
const app = () => server.running.app;
const db = () => app().db;
afterEach(() => vi.restoreAllMocks());

const isOf = (id: OwnId) => eq(users.id, id);
const countWaits = async () => {
  const { rows } = await db().execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

/** Answers a call that was made before its account was deleted, and had to wait until it was. */
async function meanwhile<Answer>(id: OwnId, call: () => Promise<Answer>): Promise<Answer> {
  const [answer] = await db().transaction(async (tx) => {
    await lockToErase(tx, id);
    const called = call();
    await expect.poll(countWaits, { timeout: 10_000 }).toBeGreaterThan(0);
    const [person] = await tx.select().from(persons).where(eq(persons.id, id));
    if (person) await erasePerson(app(), tx, person);
    return [called] as const;
  });
  return answer;
}

it('Whoever deletes their account creates no team at the same time, and all of it goes', {
  tags: ['thorough'],
}, async () => {
  const { call, id } = await signUp(server);
  await confirmAddress(db(), id, new Date());
  const { status } = await meanwhile(id, () => call('POST', '/api/teams', { name: 'Too Late' }));
  expect(status).toBe(401);
  await eraseRests(app());
  expect(await db().$count(users, isOf(id))).toBe(0);
});

it('An account that cannot be deleted keeps no other from it', { tags: ['thorough'] }, async () => {
  const [stuck, next] = [await signUp(server), await signUp(server)];
  const teamId = accountId.parse(await addTeam(server, next.id));
  await db().update(teams).set({ ownerId: stuck.id }).where(eq(teams.id, teamId));
  for (const { id } of [stuck, next]) {
    await db().insert(erasures).values({ userId: id, begunAt: new Date() });
  }
  await expect(eraseRests(app())).rejects.toThrow();
  expect([await db().$count(users, isOf(stuck.id)), await db().$count(users, isOf(next.id))]).toEqual([1, 0]);
  await db().delete(teams).where(eq(teams.id, teamId));
  await eraseRests(app());
  expect(await db().$count(users, isOf(stuck.id))).toBe(0);
});

it('An account is deleted once, however often that is asked at the same time', {
  tags: ['thorough'],
}, async () => {
  const { call, username, id } = await signUp(server);
  const deletion = { username, password: PASSWORD };
  const { status } = await meanwhile(id, () => call('DELETE', '/api/account', deletion));
  expect(status).toBe(200);
  expect(await db().$count(erasures, eq(erasures.userId, id))).toBe(1);
});

const RECEIPT = { fullName: 'Vera Visitor', wantsReceipt: true };

it('Visitors whose exchange waited for the deletion are told that the card is gone, and leave nothing', {
  tags: ['thorough'],
}, async () => {
  const { id, cardId } = await signUpWithCard(server);
  const sent = { ...RECEIPT, cardId, email: 'late@example.com' };
  const before = await db().$count(contacts, eq(contacts.userId, id));
  const exchange = () => server.client()('POST', '/api/contacts/exchange', sent);
  const { status } = await meanwhile(id, exchange);
  expect(status).toBe(404);
  expect(await db().$count(contacts, eq(contacts.userId, id))).toBe(before);
  expect(await db().$count(receipts, eq(receipts.userId, id))).toBe(0);
});

it('No receipt is mailed any more, neither one that waits nor one whose job is under way', async () => {
  const { call, username, id, cardId } = await signUpWithCard(server);
  const ids: string[] = [];
  for (const name of ['first', 'second']) {
    const sent = { ...RECEIPT, cardId, email: `${name}-of-${username}@example.com` };
    const { body } = await server.client()('POST', '/api/contacts/exchange', sent);
    ids.push(body.id);
    if (name === 'first') await sendReceipts(app());
  }
  const isWaiting = and(eq(receipts.userId, id), isNull(receipts.settledAt));
  expect(await db().$count(receipts, isWaiting)).toBe(1);
  const deletion = { username, password: PASSWORD };
  expect((await call('DELETE', '/api/account', deletion)).status).toBe(200);
  expect(await db().$count(receipts, isWaiting)).toBe(0);
  const deliver = vi.spyOn(app().mailer, 'deliver');
  for (const receipt of ids) await mailReceipt(app(), { id: receipt }, `job of ${receipt}`, new Date());
  expect(deliver).not.toHaveBeenCalled();
});

it('Imports and lists under way end with the account, and nothing of them goes on', {
  tags: ['thorough'],
}, async () => {
  const { id, contactId } = await signUpWithCard(server);
  const teamId = accountId.parse(await addTeam(server, id));
  await db().update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, teamId));
  const file = { fileName: 'a.csv', blobName: 'a' };
  await db()
    .insert(teamLists)
    .values({ ...file, id: 'running', userId: teamId, state: 'running' });
  const imports = await db()
    .insert(contactImports)
    .values([
      { ...file, id: 'undoing', userId: id, state: 'undoing' },
      { ...file, id: 'photos', userId: id, state: 'done', photosWanted: 3 },
    ])
    .returning();
  await db().insert(contactImportRows).values({ importId: 'undoing', line: 1, outcome: 'added', contactId });
  await meanwhile(id, async () => {
    for (const row of imports) if (row.state === 'undoing') await undoRows(app(), row);
  });
  expect(await db().$count(contactImports, importWork.isToDo)).toBe(0);
  expect(await db().$count(teamLists, listWork.isToDo)).toBe(0);
  expect(await db().$count(contactImportRows, eq(contactImportRows.outcome, 'added'))).toBe(1);
  await eraseRests(app());
  expect([await db().$count(contactImports), await db().$count(teamLists)]).toEqual([0, 0]);
});
