import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { twoStep } from '#server/db/schema/accounts.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { teamMembers } from '#server/db/schema/users.ts';
import { tellUnheld } from '#server/messages/notices/tell-unheld.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/formats/time.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { confirmEmail } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { addTeamCard, addWholeTeam } from '#test/teams.ts';

let ahead = 0;
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + ahead));
const mailbox = openMailbox(server);
const db = () => server.running.app.db;
const SUBJECT = / for Acme$/;
const addressOf = ({ username }: { username: string }) => `${username}@example.com`;

/** A team with a card that somebody holds, and one that nobody does. */
async function makeTeam() {
  const team = await addWholeTeam(server);
  const free = await addTeamCard(server, team.teamId, null, 'Front Desk');
  await db().update(businessCards).set({ leadCaptureEnabled: true }).where(eq(businessCards.id, free));
  for (const { id } of [team.owner, team.admin, team.member]) await confirmEmail(server, id);
  const meet = async (cardId: string, fullName: string) => {
    const sent = { fullName, email: 'visitor@example.com', company: 'Visitors', cardId };
    expect((await server.client()('POST', '/api/contacts/exchange', sent)).status).toBe(200);
  };
  const tellAfterDays = async (days: number) => {
    ahead += days * DAY_MS;
    await Promise.all([tellUnheld(server.running.app), tellUnheld(server.running.app)]);
  };
  const countMails = (person: { username: string }) =>
    mailbox.to(addressOf(person)).filter(({ subject }) => SUBJECT.test(subject)).length;
  return { ...team, free, meet, tellAfterDays, countMails };
}

it('Everyone who runs a team is told once a day of those whom nobody else is told of', {
  tags: ['thorough'],
}, async () => {
  const { teamId, cardId, free, owner, admin, member, meet, tellAfterDays, countMails } = await makeTeam();
  await meet(free, 'Ada Arriving');
  await meet(free, 'Bert Arriving');
  await meet(cardId, 'Held Already');
  const lead = { name: 'Leo Lead', email: 'leo@example.com' };
  expect((await server.client()('POST', `/api/cards/${free}/leads`, lead)).status).toBe(200);
  await tellAfterDays(2);
  for (const person of [owner, admin]) {
    const [mail] = await mailbox.wait(addressOf(person), 1, SUBJECT);
    expect(mail?.subject).toBe('2 new contacts and 1 new lead for Acme');
    expect(mail?.text).toContain(
      '2 new contacts and 1 new lead came to Acme through cards that no one holds.',
    );
    expect(mail?.text).toContain('Ada Arriving: Visitors');
    expect(mail?.text).toContain(`http://localhost:0/contacts?account=${teamId}`);
    expect(mail?.text).toContain('Unsubscribe from emails about contacts and leads');
    expect(mail?.text).not.toContain('Held Already');
  }
  await tellAfterDays(0);
  await tellAfterDays(2);
  await meet(free, 'Cleo Later');
  await tellAfterDays(2);
  const [, later] = await mailbox.wait(addressOf(admin), 2, SUBJECT);
  expect(later?.subject).toBe('1 new contact for Acme');
  await mailbox.wait(addressOf(owner), 2, SUBJECT);
  expect([countMails(owner), countMails(admin), countMails(member)]).toEqual([2, 2, 0]);
});

it('Nothing is said to those who want no mails, who run the team no more, and of people whom somebody holds by then', {
  tags: ['thorough'],
}, async () => {
  const { teamId, free, owner, admin, member, meet, tellAfterDays, countMails } = await makeTeam();
  await owner.call('PATCH', '/api/notices/settings', { mail: { contact: false } });
  await meet(free, 'Ada Arriving');
  await db().update(teamMembers).set({ role: 'member' }).where(eq(teamMembers.userId, admin.id));
  await tellAfterDays(2);
  await db().update(teamMembers).set({ role: 'admin' }).where(eq(teamMembers.userId, admin.id));
  await db().update(businessCards).set({ holderId: member.id }).where(eq(businessCards.id, free));
  await db()
    .update(contacts)
    .set({ holderId: member.id })
    .where(eq(contacts.userId, accountId.parse(teamId)));
  await tellAfterDays(2);
  const other = await addTeamCard(server, teamId, null);
  await meet(other, 'Zoe Last');
  await tellAfterDays(2);
  const [mail] = await mailbox.wait(addressOf(admin), 1, SUBJECT);
  expect(mail?.text).toContain('Zoe Last');
  expect(mail?.text).not.toContain('Ada Arriving');
  expect([countMails(owner), countMails(admin)]).toEqual([0, 1]);
});

it('A team admin who rests is not told of people whom they may not see', async () => {
  const { teamId, free, owner, admin, meet, tellAfterDays, countMails } = await makeTeam();
  await owner.call('PATCH', `/api/teams/${teamId}`, { adminsNeedTwoStep: true });
  await meet(free, 'Ada Arriving');
  await tellAfterDays(2);
  await mailbox.wait(addressOf(owner), 1, SUBJECT);
  await db().insert(twoStep).values({ userId: admin.id, secret: 'x', confirmedAt: new Date() });
  await meet(free, 'Bert Arriving');
  await tellAfterDays(1);
  const [mail] = await mailbox.wait(addressOf(admin), 1, SUBJECT);
  expect(mail?.text).toContain('Bert Arriving');
  expect(countMails(admin)).toBe(1);
});

it('In quiet hours nobody is told, and afterward of all', { tags: ['thorough'] }, async () => {
  const { free, owner, admin, meet, tellAfterDays, countMails } = await makeTeam();
  const clockIn = (hours: number) =>
    new Date(Date.now() + ahead + hours * HOUR_MS).toISOString().slice(11, 16);
  const quietHours = { from: clockIn(-1), until: clockIn(1) };
  const { status } = await owner.call('PATCH', '/api/notices/settings', { quietHours });
  expect(status).toBe(200);
  await meet(free, 'Ada Arriving');
  await tellAfterDays(2);
  await mailbox.wait(addressOf(admin), 1, SUBJECT);
  expect(countMails(owner)).toBe(0);
  await meet(free, 'Bert Arriving');
  await tellAfterDays(2 / 24);
  const [mail] = await mailbox.wait(addressOf(owner), 1, SUBJECT);
  expect(mail?.subject).toBe('2 new contacts for Acme');
});

it('Who leaves only minutes of the day without quiet hours is told in them', async () => {
  const { free, owner, meet, tellAfterDays, countMails } = await makeTeam();
  const inMinutes = (minutes: number) => new Date(Date.now() + ahead + minutes * MINUTE_MS);
  const clockIn = (minutes: number) => inMinutes(minutes).toISOString().slice(11, 16);
  const change = async (changes: object) =>
    expect((await owner.call('PATCH', '/api/notices/settings', changes)).status).toBe(200);
  const dailyHour = inMinutes(-6 * 60).getUTCHours();
  await change({ dailyHour, quietHours: { from: clockIn(30), until: clockIn(10) } });
  await meet(free, 'Ada Arriving');
  await tellAfterDays(2);
  expect(countMails(owner)).toBe(0);
  const ends = inMinutes(10);
  ends.setUTCSeconds(0, 0);
  const isTheirs = sql`name = 'tell-unheld' and data->>'userId' = ${owner.id}`;
  const jobs = async () =>
    (await db().execute(sql`select start_after::text from pgboss.job where ${isTheirs}`)).rows;
  expect((await jobs()).map((row) => new Date(String(row.start_after)))).toEqual([ends]);
  // The database's clock is ahead.
  ahead += ends.getTime() - inMinutes(0).getTime() - 2_000;
  await db().execute(sql`update pgboss.job set start_after = now() where ${isTheirs}`);
  await announceJobs(db());
  const [mail] = await mailbox.wait(addressOf(owner), 1, SUBJECT);
  expect(mail?.subject).toBe('1 new contact for Acme');
  // Nothing is due until the next day.
  await change({ quietHours: { from: clockIn(-60), until: clockIn(30) } });
  await tellAfterDays(0);
  expect(await jobs()).toHaveLength(1);
});

it('Who came before a card had a holder is told of, and whom a member deleted is not', {
  tags: ['thorough'],
}, async () => {
  const { teamId, cardId, free, admin, member, meet, tellAfterDays } = await makeTeam();
  await meet(free, 'Ada Arriving');
  await meet(cardId, 'Held Already');
  await db().update(businessCards).set({ holderId: member.id }).where(eq(businessCards.id, free));
  const { body: held } = await member.call('GET', `/api/contacts?account=${teamId}`);
  expect((await member.call('DELETE', `/api/contacts/${held[0]?.id}?account=${teamId}`)).status).toBe(200);
  await tellAfterDays(2);
  const [mail] = await mailbox.wait(addressOf(admin), 1, SUBJECT);
  expect(mail?.subject).toBe('1 new contact for Acme');
  expect(mail?.text).toContain('Ada Arriving');
});
