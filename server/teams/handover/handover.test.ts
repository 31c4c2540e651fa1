import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { confirmAddress } from '#server/accounts/auth/address/write-address.ts';
import { teamMembers, teams, users } from '#server/db/schema/users.ts';
import { TEAMS_OWNED_MAX } from '#shared/teams/teams.ts';
import { confirmIdentity, type OwnId } from '#test/factories.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addTeam, addWholeTeam, roleIn } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);
const db = () => server.running.app.db;
const confirm = (id: OwnId) => confirmAddress(db(), id, new Date());

/** A team whose owner has offered it to the team admin, who may accept. */
async function makeOffered() {
  const team = await addWholeTeam(server);
  const path = `/api/teams/${team.teamId}/handover`;
  await confirmIdentity(team.owner.call);
  await confirm(team.admin.id);
  const offer = (to = team.admin.id) => team.owner.call('POST', path, { userId: to });
  const { status, body } = await offer();
  expect([status, body.offeredTo]).toEqual([200, { userId: team.admin.id, fullName: 'Adam Admin' }]);
  return { ...team, path, offer, accept: () => team.admin.call('POST', `${path}/accept`) };
}

async function expectOwner(teamId: string, owner: { id: OwnId }) {
  const [team] = await db().select().from(teams).where(eq(teams.id, teamId));
  expect(team).toMatchObject({ ownerId: owner.id });
  const rows = await db().select().from(teamMembers).where(eq(teamMembers.teamId, teamId));
  expect(rows.filter(({ role }) => role === 'owner')).toMatchObject([{ userId: owner.id }]);
}

it('A team is handed over once its owner proved who they are and the other has accepted', async () => {
  const { teamId, owner, admin } = await addWholeTeam(server);
  const path = `/api/teams/${teamId}/handover`;
  const unproven = await owner.call('POST', path, { userId: admin.id });
  expect([unproven.status, unproven.body.code]).toEqual([403, 'identity_required']);
  await confirmIdentity(owner.call);
  expect((await owner.call('POST', path, { userId: admin.id })).status).toBe(200);
  await expectOwner(teamId, owner);
  const unconfirmed = await admin.call('POST', `${path}/accept`);
  expect([unconfirmed.status, unconfirmed.body.message]).toEqual([
    409,
    'Confirm your email address first, then accept the team.',
  ]);
  await confirm(admin.id);
  const accepted = await admin.call('POST', `${path}/accept`);
  expect(accepted.body).toMatchObject({ role: 'owner', offeredTo: null });
  await expectOwner(teamId, admin);
  expect(await roleIn(server, teamId, owner.id)).toBe('admin');
  const [offered] = await mailbox.wait(`${admin.username}@example.com`, 1, /^Olive Owner asks you/);
  expect(offered?.text).toContain(`/teams/${teamId}`);
  const owned = await mailbox.wait(`${admin.username}@example.com`, 1, /^You own a team now$/);
  const handed = await mailbox.wait(`${owner.username}@example.com`, 1, /^Your team was handed over$/);
  for (const mail of [offered, ...owned, ...handed])
    expect(mail?.text).toMatch(/that card goes on being charged until (you|they) change it/);
  for (const [call, title] of [
    [admin.call, 'You became the owner of a team'],
    [owner.call, 'You handed a team over'],
  ] as const) {
    expect((await call('GET', '/api/account/history')).body[0]).toMatchObject({ title, about: 'Acme' });
  }
});

it('An offer is withdrawn by the owner, declined by the other, and ends with another one', {
  tags: ['thorough'],
}, async () => {
  const { offer, accept, path, owner, admin, member } = await makeOffered();
  expect((await member.call('POST', `${path}/accept`)).status).toBe(409);
  expect((await member.call('DELETE', path)).status).toBe(403);
  expect((await owner.call('DELETE', path)).body.offeredTo).toBeNull();
  expect((await owner.call('DELETE', path)).status).toBe(409);
  expect((await accept()).status).toBe(409);
  await offer();
  expect((await admin.call('DELETE', path)).body).toMatchObject({ role: 'admin', offeredTo: null });
  await offer();
  expect((await offer(member.id)).body.offeredTo).toMatchObject({ userId: member.id });
  expect((await accept()).status).toBe(409);
  for (const to of ['nobody', owner.id])
    expect((await owner.call('POST', path, { userId: to })).status).toBe(to === owner.id ? 409 : 404);
  expect(mailbox.to(`${admin.username}@example.com`).length).toBeLessThanOrEqual(1 + 1);
});

it('An offer ends with the membership of whom it was made to', async () => {
  const { teamId, owner, admin, accept } = await makeOffered();
  expect((await owner.call('DELETE', `/api/teams/${teamId}/members/${admin.id}`)).status).toBe(200);
  expect((await owner.call('GET', `/api/teams/${teamId}`)).body.offeredTo).toBeNull();
  expect((await accept()).status).toBe(404);
});

it('Of two who accept at once one wins, and no team has two owners, nor none', {
  tags: ['thorough'],
}, async () => {
  const { teamId, admin, accept } = await makeOffered();
  const answers = await Promise.all([accept(), accept(), accept()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await expectOwner(teamId, admin);
});

it('Handed back and forth, accepted and withdrawn at once, it always has one owner', {
  tags: ['thorough'],
}, async () => {
  const { teamId, path, owner, admin, member, offer, accept } = await makeOffered();
  await confirm(member.id);
  const answers = await Promise.all([
    accept(),
    owner.call('DELETE', path),
    offer(member.id),
    member.call('POST', `${path}/accept`),
    owner.call('DELETE', `/api/teams/${teamId}/members/${admin.id}`),
    owner.call('PATCH', `/api/teams/${teamId}`, { name: 'Busy' }),
  ]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const [team] = await db().select().from(teams).where(eq(teams.id, teamId));
  const owners = [owner, admin, member].filter(({ id }) => id === team?.ownerId);
  expect(owners).toHaveLength(1);
  await expectOwner(teamId, owners[0] ?? owner);
});

it('Nothing is handed over to or by somebody who is suspended, nor to whoever owns too many teams', async () => {
  const { offer, accept, owner, admin, member } = await makeOffered();
  const suspend = (id: OwnId, suspendedAt: Date | null) =>
    db().update(users).set({ suspendedAt }).where(eq(users.id, id));
  await suspend(admin.id, new Date());
  expect((await accept()).body.code).toBe('suspended');
  await suspend(admin.id, null);
  await suspend(owner.id, new Date());
  expect((await accept()).body.message).toBe(
    'One of the two accounts is suspended, so the team can’t be handed over now.',
  );
  await suspend(owner.id, null);
  await suspend(member.id, new Date());
  expect((await offer(member.id)).status).toBe(409);
  for (let at = 0; at < TEAMS_OWNED_MAX; at += 1) await addTeam(server, admin.id, `Team ${at}`);
  expect((await accept()).body.message).toMatch(/^You own 10 teams/);
});
