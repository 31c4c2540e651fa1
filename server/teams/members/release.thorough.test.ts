import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { SYSTEM } from '#server/access/actor.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import { arrivals } from '#server/db/schema/messages.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { readDigest, readPeople } from '#server/messages/notices/notice-people.ts';
import { releaseRest, releaseSome } from '#server/people/contacts/release-people.ts';
import { accountId, accountOf, personId } from '#shared/accounts/ids.ts';
import { PASSWORD } from '#test/factories.ts';
import { inviteByMail, signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addWholeTeam } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);
const db = () => server.running.app.db;

/** People whom somebody holds in a team. */
const addHeld = (teamId: string, holderId: string, count: number, name = 'Vera Visitor') =>
  db().execute(sql`
    insert into contacts (id, user_id, holder_id, full_name, email)
    select gen_random_uuid()::text, ${teamId}, ${holderId}, ${name}, 'vera@example.com' from generate_series(1, ${count}::int)`);

const countHeld = async (holderId: string) => {
  const id = personId.parse(holderId);
  return (
    (await db().$count(contacts, eq(contacts.holderId, id))) +
    (await db().$count(leadCaptures, eq(leadCaptures.holderId, id)))
  );
};

/** Somebody who has joined a team by an invite, and is able to come back by another. */
async function addJoiner() {
  const { teamId, admin } = await addWholeTeam(server);
  const person = await signUpConfirmed(server, 'Grace Hopper');
  const invite = await inviteByMail(admin.call, mailbox, teamId, person.email);
  expect((await person.call('POST', invite.path)).status).toBe(200);
  return { teamId, admin, person };
}

it('Thousands of people are left to the team in pages, each once, whoever else writes meanwhile', {
  tags: ['thorough'],
}, async () => {
  const { teamId, cardId, admin, member } = await addWholeTeam(server);
  await addHeld(teamId, member.id, 2_100);
  await db().execute(sql`
    insert into lead_captures (id, card_id, card_owner_id, holder_id, lead_name, lead_email)
    select gen_random_uuid()::text, ${cardId}, ${teamId}, ${member.id}, 'Leo Lead', 'leo@example.com' from generate_series(1, 700)`);
  const met = { fullName: 'Rush Visitor', email: 'rush@example.com', cardId };
  const [removed, sent] = await Promise.all([
    admin.call('DELETE', `/api/teams/${teamId}/members/${member.id}`),
    server.client()('POST', '/api/contacts/exchange', met),
  ]);
  expect([removed.status, sent.status]).toEqual([200, 200]);
  await expect.poll(() => countHeld(member.id), { timeout: 20_000 }).toBe(0);
  const isTeams = eq(contacts.userId, accountId.parse(teamId));
  expect(await db().$count(contacts, and(isTeams, isNull(contacts.holderId)))).toBe(2_101);
});

it('Who has left sees and hears of no one, though rows still name them, and comes back once none does', async () => {
  const { teamId, admin, person } = await addJoiner();
  const of = (path: string) => `${path}?account=${teamId}`;
  await addHeld(teamId, person.id, 2, 'Given up');
  const { body: list } = await person.call('GET', of('/api/contacts'));
  for (const { id } of list) await person.call('DELETE', of(`/api/contacts/${id}`));
  expect((await person.call('DELETE', `/api/teams/${teamId}/members/${person.id}`)).status).toBe(200);
  // As after a process that was killed between two pages.
  await addHeld(teamId, person.id, 600);
  for (const path of ['/api/contacts', '/api/contacts/people', '/api/contacts/summary', '/api/cards'])
    expect((await person.call('GET', of(path))).status).toBe(404);
  const [held] = await db().select().from(contacts).where(eq(contacts.holderId, person.id)).limit(1);
  const reminder = { contactId: held?.id, at: '2027-01-01T10:00:00Z' };
  expect((await person.call('POST', '/api/notices/reminders', reminder)).status).toBe(404);
  expect(await readPeople({ db: db() }, accountOf(person).id, [held?.id ?? ''])).toEqual([]);
  const told = { userId: accountOf(person).id, toldAt: new Date(), toldIn: 'digest' };
  await db()
    .insert(arrivals)
    .values({ ...told, id: held?.id ?? '', kind: 'contact', createdAt: new Date() });
  expect(await readDigest({ db: db() }, accountOf(person).id, 'digest', ['contact'])).toMatchObject({
    contacts: 0,
    named: [],
  });

  await db().execute(
    sql`update team_mails set sent_at = sent_at - interval '2 days' where team_id = ${teamId}`,
  );
  const invite = await inviteByMail(admin.call, mailbox, teamId, person.email);
  const early = await person.call('POST', invite.path);
  expect([early.status, early.body.message]).toEqual([
    409,
    expect.stringMatching(/^You left Acme a moment ago/),
  ]);
  const released = { holderId: person.id };
  expect((await admin.call('POST', of('/api/contacts/released/restore'), released)).body).toEqual({
    count: 0,
  });
  const left = {
    teamId: accountId.parse(teamId),
    holderId: personId.parse(person.id),
    actorKind: 'person',
    actorId: person.id,
  };
  await Promise.all([releaseRest(server.running.app, left), releaseRest(server.running.app, left)]);
  expect(await countHeld(person.id)).toBe(0);
  expect((await person.call('POST', invite.path)).status).toBe(200);
  expect((await admin.call('POST', of('/api/contacts/released/restore'), released)).body).toEqual({
    count: 2,
  });
  // A job that comes late takes nothing from a member.
  await releaseRest(server.running.app, left);
  const { body: back } = await person.call('GET', of('/api/contacts'));
  expect(back.map(({ fullName }: { fullName: string }) => fullName)).toEqual(['Given up', 'Given up']);
});

it('Whoever deletes their account while the rest is released waits for the page that is under way', async () => {
  const { teamId, admin, member } = await addWholeTeam(server);
  const removed = await admin.call('DELETE', `/api/teams/${teamId}/members/${member.id}`);
  expect(removed.status).toBe(200);
  // As the job of somebody who held many finds it.
  await addHeld(teamId, member.id, 20);
  const [deleted, released] = await Promise.all(
    await writeInOrderOf(server.running.app, sql`${teamId}`, SYSTEM, async (tx) => {
      const { username } = member;
      const deletion = member.call('DELETE', '/api/account', { username, password: PASSWORD });
      await expect
        .poll(
          async () => {
            const { rows } = await db().execute(
              sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            );
            return rows.length;
          },
          { timeout: 10_000 },
        )
        .toBeGreaterThan(0);
      return [deletion, await releaseSome(tx, accountId.parse(teamId), personId.parse(member.id))] as const;
    }),
  );
  expect([deleted.status, released]).toEqual([200, false]);
});
