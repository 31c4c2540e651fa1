import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { teamListRows, teamLists } from '#server/db/schema/team-lists.ts';
import { teamInvites, teamMails } from '#server/db/schema/teams.ts';
import { sendWaiting } from '#server/teams/invites/send-waiting.ts';
import { sweepLists } from '#server/teams/lists/forget-cells.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { untilList, uploadList } from '#test/team-lists.ts';
import { addTeam, addWholeTeam } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);

it('A list forgets what its file said of people once it has ended', { tags: ['thorough'] }, async () => {
  const { teamId, owner } = await addWholeTeam(server);
  const { app } = server.running;
  const kept = async () => {
    const rows = await app.db
      .select({ cells: teamListRows.cells, columns: teamLists.columns })
      .from(teamListRows)
      .innerJoin(teamLists, eq(teamLists.id, teamListRows.listId))
      .where(eq(teamLists.userId, teamId));
    return /salary/.test(JSON.stringify(rows));
  };
  const file = 'Name,Email,Pay\nAda,ada4@list.example,salary 1';
  const discarded = await uploadList(owner.call, teamId, file);
  expect(await kept()).toBe(true);
  await owner.call('POST', `${discarded.at}/cancel`);
  expect(await kept()).toBe(false);
  await uploadList(owner.call, teamId, file);
  await sweepLists({ ...app, now: () => new Date(Date.now() + 8 * DAY_MS) });
  expect(await kept()).toBe(false);
  const { at } = await uploadList(owner.call, teamId, file);
  await owner.call('POST', `${at}/start`, {});
  await untilList(owner.call, at, 'done');
  expect(await kept()).toBe(false);
});

it('A list mails no one who has claimed their card before the day of its invite', {
  tags: ['thorough'],
}, async () => {
  const { teamId, owner, member } = await addWholeTeam(server);
  const { app } = server.running;
  const people = [{ email: `${member.username}@example.com`, fullName: 'Mary Member' }];
  const { body } = await owner.call('POST', `/api/teams/${teamId}/invites`, { people });
  await app.db.update(teamInvites).set({ waitsSince: app.now() }).where(eq(teamInvites.teamId, teamId));
  await app.db.execute(sql`update users set email_confirmed_at = now() where id = ${member.id}`);
  const claim = `/api/teams/${teamId}/waiting/${body[0].id}`;
  expect((await member.call('POST', claim, {})).status).toBe(200);
  await sendWaiting({ ...app, now: () => new Date(Date.now() + DAY_MS + 60_000) });
  expect(await app.db.$count(teamMails, eq(teamMails.teamId, teamId))).toBe(1);
});

it('A team whose invites fail keeps none of the others waiting', async () => {
  const { app } = server.running;
  const owner = await signUp(server);
  const invites: { teamId: string; id: string }[] = [];
  for (const first of ['a', 'b']) {
    const teamId = await addTeam(server, owner.id, 'Acme', first + newId());
    const people = [{ email: `${first}.${owner.username}@list.example`, fullName: 'Ada Lovelace' }];
    const { body } = await owner.call('POST', `/api/teams/${teamId}/invites`, { people });
    await app.db.update(teamInvites).set({ waitsSince: app.now() }).where(eq(teamInvites.teamId, teamId));
    invites.push({ teamId, id: body[0].id });
  }
  const [failing, next] = invites;
  const send = ((tx, name, data) =>
    'inviteId' in data && data.inviteId === failing?.id
      ? Promise.reject(new Error('This invite fails.'))
      : app.queue.send(tx, name, data)) as typeof app.queue.send;
  const tomorrow = new Date(Date.now() + DAY_MS + 60_000);
  const job = sendWaiting({ ...app, now: () => tomorrow, queue: { ...app.queue, send } });
  await expect(job).rejects.toThrow('This invite fails.');
  const waits = (teamId = '') =>
    app.db.$count(teamInvites, and(eq(teamInvites.teamId, teamId), isNotNull(teamInvites.waitsSince)));
  expect([await waits(failing?.teamId), await waits(next?.teamId)]).toEqual([1, 0]);
});
