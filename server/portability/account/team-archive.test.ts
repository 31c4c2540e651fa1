import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { users } from '#server/db/schema/users.ts';
import { broughtIn } from '#test/archives.ts';
import { confirmIdentity } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addTeamCard, addWholeTeam } from '#test/teams.ts';
import { unzip } from '#test/unzip.ts';

/** The archive of a team, for each part that somebody has in it. */

const server = shareTestServer();

async function makeTeam() {
  const team = await addWholeTeam(server);
  const { db } = server.running.app;
  const { teamId: userId, cardId, member, owner } = team;
  const met = { userId, cardId };
  await db.insert(contacts).values([
    { ...met, id: newId(), fullName: 'Met By Member', holderId: member.id },
    { ...met, id: newId(), fullName: 'Met By Owner', holderId: owner.id },
  ]);
  const invite = { teamId: userId, cardId: await addTeamCard(server, userId, null), role: 'member' } as const;
  await db.insert(teamInvites).values({
    ...invite,
    id: newId(),
    email: 'invited@example.com',
    fullName: 'Ida Invited',
    tokenHash: `secret-hash-${newId()}`,
    expiresAt: new Date(),
  });
  for (const person of [team.owner, team.admin, member]) {
    await confirmIdentity(person.call);
    await person.call('POST', '/api/contacts', { fullName: `Own of ${person.username}` });
  }
  return { ...team, path: `/api/account/export?account=${userId}` };
}

async function readArchive(call: Client, path: string): Promise<Record<string, unknown[]>> {
  const { status, bytes } = await call('GET', path);
  expect(status).toBe(200);
  return JSON.parse(String((await unzip(bytes)).get('goldleaf.json')));
}

const namesIn = (rows: unknown) => (rows as { fullName: string }[]).map(({ fullName }) => fullName).sort();

it('Its owner gets all of it, and nothing that is a person’s own', async () => {
  const { owner, path, teamId, outsider } = await makeTeam();
  const archive = await readArchive(owner.call, path);
  expect(namesIn(archive.contacts)).toEqual(['Met By Member', 'Met By Owner']);
  expect(archive.cards).toHaveLength(2);
  expect(namesIn(archive.members)).toEqual(['Adam Admin', 'Mary Member', 'Olive Owner']);
  expect(archive.team).toMatchObject([{ id: teamId, name: 'Acme' }]);
  expect(namesIn(archive.invites)).toEqual(['Ida Invited']);
  for (const own of ['sessions', 'security', 'drafts', 'reminders', 'noticeSettings', 'teams'])
    expect(archive).not.toHaveProperty(own);
  const told = JSON.stringify(archive);
  for (const secret of ['Own of', 'secret-hash']) expect(told).not.toContain(secret);
  const history = async (call: Client) => (await call('GET', '/api/account/history')).body;
  expect(await history(owner.call)).toContainEqual(
    expect.objectContaining({ title: 'Data exported', about: 'Everything of Acme' }),
  );
  expect((await outsider.call('GET', path)).status).toBe(404);
  expect((await server.client()('GET', path)).status).toBe(401);
  expect(namesIn((await readArchive(owner.call, '/api/account/export')).contacts)).toEqual([
    `Own of ${owner.username}`,
  ]);
});

it('Team admins get no bills, and members what they hold where the owner allows it', async () => {
  const { owner, admin, member, path, teamId } = await makeTeam();
  const admins = await readArchive(admin.call, path);
  expect(namesIn(admins.contacts)).toEqual(['Met By Member', 'Met By Owner']);
  expect(admins.cards).toHaveLength(2);
  for (const owners of ['invoices', 'invoiceDetails', 'subscription', 'account', 'history'])
    expect(admins).not.toHaveProperty(owners);
  const refused = await member.call('GET', path);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Members of this team may not export contacts. Its owner can allow it.',
  ]);
  await owner.call('PATCH', `/api/teams/${teamId}`, { membersMayExport: true });
  const members = await readArchive(member.call, path);
  expect(namesIn(members.contacts)).toEqual(['Met By Member']);
  for (const admins of ['cards', 'members', 'invites', 'views', 'contactTags'])
    expect(members).not.toHaveProperty(admins);
});

it('It can be taken while the team is deleted, and asks who it is', { tags: ['thorough'] }, async () => {
  const { owner, path, teamId } = await makeTeam();
  await owner.call('DELETE', `/api/teams/${teamId}`, { name: 'Acme' });
  expect(namesIn((await readArchive(owner.call, path)).contacts)).toHaveLength(2);
  const { teamId: otherId, owner: other } = await addWholeTeam(server);
  const asked = await other.call('GET', `/api/account/export?account=${otherId}`);
  expect([asked.status, asked.body.code]).toEqual([403, 'identity_required']);
});

it('It is brought into a person’s account with new ids', { tags: ['thorough'] }, async () => {
  const { owner, path } = await makeTeam();
  const { bytes } = await owner.call('GET', path);
  const done = await broughtIn(owner.call, bytes);
  expect(done.cards).toMatchObject([{ outcome: 'added' }, { outcome: 'added' }]);
  const { db } = server.running.app;
  const [account] = await db.select().from(users).where(eq(users.username, owner.username));
  expect(await db.$count(businessCards, eq(businessCards.userId, account?.id ?? owner.id))).toBe(2);
});
