import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { inviteByMail, signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { handByMail, readKeptCard } from '#test/successions.ts';
import { addTeamCard, addWholeTeam, roleIn } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);
const holderOf = async (id: string) => (await readKeptCard(server, id)).holderId;

/** A team that has not paid, whose member holds two cards. */
async function unpaidTeam() {
  const team = await addWholeTeam(server);
  const second = await addTeamCard(server, team.teamId, team.member.id, 'Mary Member');
  await server.running.app.db
    .update(users)
    .set({ trialEndsAt: sql`now() - interval '1 day'` })
    .where(eq(users.id, team.teamId));
  const successionOf = (cardId: string) => `/api/teams/${team.teamId}/cards/${cardId}/succession`;
  return {
    ...team,
    second,
    clear: (cardId: string) => team.admin.call('POST', successionOf(cardId), { successor: null }),
    undo: (cardId: string) => team.admin.call('DELETE', successionOf(cardId)),
    removal: `/api/teams/${team.teamId}/members/${team.member.id}`,
    back: `/api/teams/${team.teamId}/leavers/${team.member.id}`,
  };
}

/** Somebody claims a card that nobody held before, whose id is returned: the first one can always be claimed. */
async function claimFurther({ owner, teamId }: Awaited<ReturnType<typeof unpaidTeam>>) {
  const person = await signUpConfirmed(server, 'Grace Hopper');
  const { path, cardId } = await inviteByMail(owner.call, mailbox, teamId, person.email);
  expect((await person.call('POST', path)).status).toBe(200);
  return cardId;
}

it('Handing over is undone though the team is not paid', async () => {
  const { cardId, second, member, clear, undo } = await unpaidTeam();
  for (const id of [cardId, second]) expect((await clear(id)).status).toBe(200);
  for (const id of [cardId, second]) expect((await undo(id)).status).toBe(200);
  expect([await holderOf(cardId), await holderOf(second)]).toEqual([member.id, member.id]);
});

it('It is undone also when one of the cards was claimed by its next holder', async () => {
  const team = await unpaidTeam();
  const { cardId, second, member, admin, clear, undo } = team;
  expect((await clear(second)).status).toBe(200);
  const successor = await signUpConfirmed(server, 'Nora Next');
  const claim = await handByMail(admin.call, mailbox, team, successor.email);
  expect((await successor.call('POST', claim, { details: { fullName: 'Nora Next' } })).status).toBe(200);
  expect((await undo(second)).status).toBe(200);
  expect([await holderOf(cardId), await holderOf(second)]).toEqual([successor.id, member.id]);
});

it('It is not undone after a further card was claimed, or a team could have any number for nothing', async () => {
  const team = await unpaidTeam();
  for (const id of [team.cardId, team.second]) expect((await team.clear(id)).status).toBe(200);
  await claimFurther(team);
  const { status, body } = await team.undo(team.cardId);
  expect([status, body.message]).toEqual([409, expect.stringContaining('its subscription has ended')]);
  expect(await holderOf(team.cardId)).toBeNull();
});

it('Cards that are claimed and cleared in turn while the team is not paid do not all come back', async () => {
  const team = await unpaidTeam();
  for (const id of [team.cardId, team.second]) expect((await team.clear(id)).status).toBe(200);
  const first = await claimFurther(team);
  expect((await team.clear(first)).status).toBe(200);
  const next = await claimFurther(team);
  expect((await team.clear(next)).status).toBe(200);
  expect((await team.undo(first)).status).toBe(200);
  expect((await team.undo(next)).status).toBe(409);
});

it('Whoever was removed comes back with their cards though the team is not paid', async () => {
  const { cardId, second, member, admin, removal, back } = await unpaidTeam();
  expect((await admin.call('DELETE', removal)).status).toBe(200);
  expect((await admin.call('POST', back)).body).toEqual({ isBack: true, cardsLeft: 0 });
  expect([await holderOf(cardId), await holderOf(second)]).toEqual([member.id, member.id]);
});

it('They come back without cards that do not fit, which stay as they are', async () => {
  const team = await unpaidTeam();
  const { cardId, second, member, admin, removal, back } = team;
  expect((await admin.call('DELETE', removal)).status).toBe(200);
  // Nobody claims a card beside those that lost their holder, but beside those that are handed on.
  for (const id of [cardId, second]) expect((await team.clear(id)).status).toBe(200);
  await claimFurther(team);
  expect((await admin.call('POST', back)).body).toEqual({ isBack: true, cardsLeft: 2 });
  expect(await roleIn(server, team.teamId, member.id)).toBe('member');
  expect([await holderOf(cardId), await holderOf(second)]).toEqual([null, null]);
  expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(200);
});
