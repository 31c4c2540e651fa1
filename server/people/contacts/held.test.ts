import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { arrivals } from '#server/db/schema/messages.ts';
import { contacts } from '#server/db/schema/people.ts';
import { teamMembers, teams, users } from '#server/db/schema/users.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addMember, addTeamCard, addWholeTeam } from '#test/teams.ts';

/** Whom members of a team meet through the cards they hold. */

type Answer = Awaited<ReturnType<Client>>;
const WAITING = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const PATIENTLY = { timeout: 20_000 };

let ahead = 0;
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + ahead));
const mailbox = openMailbox(server);
const db = () => server.running.app.db;
let team: Awaited<ReturnType<typeof addWholeTeam>>;

beforeAll(async () => {
  team = await addWholeTeam(server);
  await db().update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.kind, 'person'));
});

let met = 0;
/** Somebody leaves their details at a card; returns the contact's id. */
async function meet(cardId = team.cardId): Promise<string> {
  met += 1;
  const given = { fullName: `Grace Hopper ${met}`, email: `grace${met}@example.com`, cardId };
  const { status, body, text } = await server.client()('POST', '/api/contacts/exchange', given);
  expect(status, text).toBe(200);
  return body.id;
}

const namesOf = async (call: typeof team.member.call, path = '/api/contacts/people') =>
  ((await call('GET', `${path}?account=${team.teamId}`)).body as { fullName: string }[]).map(
    ({ fullName }) => fullName,
  );
const holderOf = async (id: string) =>
  (await db().select().from(contacts).where(eq(contacts.id, id))).map(({ userId, holderId }) => [
    userId,
    holderId,
  ]);

describe('Somebody met through a held card', () => {
  it('is the team’s, in nobody’s own list, and told to the holder with a link that names the team', async () => {
    const id = await meet();
    expect(await holderOf(id)).toEqual([[team.teamId, team.member.id]]);
    for (const { call } of [team.owner, team.admin, team.member]) {
      expect(await namesOf(call)).toContain(`Grace Hopper ${met}`);
      expect((await call('GET', '/api/contacts/people')).body).toEqual([]);
    }
    const [mail] = await mailbox.wait(`${team.member.username}@example.com`, 1, /^New contact/);
    expect(mail?.text).toContain(`Grace Hopper ${met}`);
    expect(mail?.text).toContain(`/contacts/${id}?account=${team.teamId}`);
    expect(mailbox.mails.filter(({ subject }) => subject.startsWith('New contact'))).toHaveLength(1);
  });

  it('is counted, searched and tagged among what the asking member holds', async () => {
    const other = await addMember(server, team.teamId);
    const card = await addTeamCard(server, team.teamId, other.id);
    const id = await meet(card);
    const path = `/api/contacts/${id}?account=${team.teamId}`;
    expect((await other.call('PATCH', path, { tags: ['Rare'] })).status).toBe(200);
    const tags = async (call: typeof other.call) =>
      (await call('GET', `/api/contacts/tags?account=${team.teamId}`)).body;
    expect(await tags(other.call)).toEqual([{ name: 'Rare' }]);
    expect(await tags(team.member.call)).toEqual([]);
    expect(await tags(team.admin.call)).toEqual([{ name: 'Rare' }]);
    const { body } = await other.call('GET', `/api/contacts/summary?account=${team.teamId}`);
    expect([body.contacts, body.leads, body.use.people, body.metByDay.at(-1)]).toEqual([1, 0, 1, 1]);
    const found = await team.member.call(
      'GET',
      `/api/contacts/people?q=Hopper+${met}&account=${team.teamId}`,
    );
    expect(found.body).toEqual([]);
  });

  it('can be a holder’s reminder, which ends once they no longer hold them', async () => {
    const id = await meet();
    const at = new Date(Date.now() + HOUR_MS).toISOString();
    const reminder = { contactId: id, at };
    const refused = await team.admin.call('POST', '/api/notices/reminders', reminder);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only whoever holds this contact can set a reminder.',
    ]);
    const other = await addMember(server, team.teamId);
    expect((await other.call('POST', '/api/notices/reminders', reminder)).status).toBe(404);
    const list = (await team.admin.call('GET', `/api/contacts/people?account=${team.teamId}`)).body;
    expect(list.find((one: { id: string }) => one.id === id).holderId).toBe(team.member.id);
    expect((await team.member.call('POST', '/api/notices/reminders', reminder)).status).toBe(200);
    const timeline = async (call: typeof team.member.call) =>
      (await call('GET', `/api/contacts/${id}/timeline?account=${team.teamId}`)).body as { type: string }[];
    expect((await timeline(team.member.call)).map(({ type }) => type)).toContain('reminder');
    expect((await timeline(team.admin.call)).map(({ type }) => type)).not.toContain('reminder');
    await db().update(contacts).set({ holderId: null }).where(eq(contacts.id, id));
    expect((await team.member.call('GET', '/api/notices/reminders')).body).toEqual([]);
  });

  it('is exported by members only if the owner lets them', async () => {
    const path = `/api/contacts/export?account=${team.teamId}`;
    const refused = await team.member.call('GET', path);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Members of this team may not export contacts. Its owner can allow it.',
    ]);
    await db().update(teams).set({ membersMayExport: true }).where(eq(teams.id, team.teamId));
    const given = await team.member.call('GET', path);
    expect([given.status, given.text.includes('Grace Hopper')]).toEqual([200, true]);
    const other = await addMember(server, team.teamId);
    expect((await other.call('GET', path)).text).not.toContain('Grace Hopper');
  });
});

it('A contact that two members add with one key is added for each of them', async () => {
  const other = await addMember(server, team.teamId);
  const given = { fullName: 'Alan Turing', key: 'one-key-of-two-members' };
  const add = async ({ call }: Pick<typeof other, 'call'>) =>
    (await call('POST', `/api/contacts?account=${team.teamId}`, given)).body.id as string;
  const [first, second] = [await add(team.member), await add(other)];
  expect([await holderOf(first), await holderOf(second)]).toEqual([
    [[team.teamId, team.member.id]],
    [[team.teamId, other.id]],
  ]);
  expect([await add(team.member), await add(other)]).toEqual([first, second]);
});

describe('Whoever is removed from the team at this moment', () => {
  /** Makes a call that waits for a removal, and lets it go on once the member is gone. */
  async function duringRemoval(start: (member: typeof team.member, cardId: string) => Promise<Answer>) {
    const leaver = await addMember(server, team.teamId);
    const cardId = await addTeamCard(server, team.teamId, leaver.id);
    let call: Promise<Answer> | undefined;
    await db().transaction(async (tx) => {
      await tx.execute(sql`
        select from users u join user_counts k on k.user_id = u.id where u.id = ${team.teamId} for no key update`);
      await tx.update(businessCards).set({ holderId: null }).where(eq(businessCards.id, cardId));
      await tx.delete(teamMembers).where(eq(teamMembers.userId, leaver.id));
      call = start(leaver, cardId);
      await expect
        .poll(
          () =>
            db()
              .execute(WAITING)
              .then(({ rows }) => rows.length),
          PATIENTLY,
        )
        .toBeGreaterThan(0);
    });
    return { leaver, answer: await call };
  }

  it('holds nobody who comes through their card, and is not told', async () => {
    const visitor = { fullName: 'Vera Visitor', email: 'late@example.com' };
    const { leaver, answer } = await duringRemoval((_, cardId) =>
      server.client()('POST', '/api/contacts/exchange', { ...visitor, cardId }),
    );
    expect(answer?.status, answer?.text).toBe(200);
    expect(await holderOf(answer?.body.id)).toEqual([[team.teamId, null]]);
    expect(await db().$count(arrivals, eq(arrivals.userId, leaver.id))).toBe(0);
  });

  it('adds nobody', async () => {
    const { answer } = await duringRemoval(({ call }) =>
      call('POST', `/api/contacts?account=${team.teamId}`, { fullName: 'Too Late' }),
    );
    expect(answer?.status).toBe(404);
    expect(await db().$count(contacts, eq(contacts.fullName, 'Too Late'))).toBe(0);
  });
});

it.each(['leaves the team', 'deletes their account'])(
  'A contact comes back without its holder, who %s after it was deleted',
  { tags: ['thorough'] },
  async (way) => {
    const leaver = await addMember(server, team.teamId);
    const id = await meet(await addTeamCard(server, team.teamId, leaver.id));
    const kept = await meet();
    const change = { action: 'delete', ids: [id, kept] };
    const { body: operation } = await team.admin.call(
      'POST',
      `/api/contacts/bulk?account=${team.teamId}`,
      change,
    );
    if (way === 'leaves the team') {
      await leaver.call('DELETE', `/api/teams/${team.teamId}/members/${leaver.id}`);
    } else {
      await db().delete(users).where(eq(users.id, leaver.id));
    }
    const undo = `/api/contacts/operations/${operation.id}/undo?account=${team.teamId}`;
    const undone = await team.admin.call('POST', undo);
    expect([undone.status, undone.body.state], undone.text).toEqual([200, 'undone']);
    expect([await holderOf(id), await holderOf(kept)]).toEqual([
      [[team.teamId, null]],
      [[team.teamId, team.member.id]],
    ]);
  },
);

it('The roles of a suspended person rest; their own data stays theirs to export', async () => {
  const { teamId, owner } = await addWholeTeam(server);
  await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, owner.id));
  expect((await owner.call('GET', '/api/contacts/export')).status).toBe(200);
  const ofTeam = await owner.call('GET', `/api/contacts/export?account=${teamId}`);
  expect([ofTeam.status, ofTeam.body.code]).toEqual([403, 'suspended']);
});

it('Visitors are told that the holder and the team get what they leave, on the page and in their receipt', async () => {
  const page = await server.client()('GET', `/card/${team.cardId}`);
  expect(page.text).toContain('Your details go only to Grace Hopper and Acme');
  const visitor = {
    fullName: 'Vera Visitor',
    email: 'vera@example.com',
    cardId: team.cardId,
    wantsReceipt: true,
  };
  expect((await server.client()('POST', '/api/contacts/exchange', visitor)).status).toBe(200);
  const [receipt] = await mailbox.wait('vera@example.com', 1);
  expect(receipt?.subject).toBe('What you shared with Mary Member and Acme');
});

describe('Somebody whom a member deletes', () => {
  const release = (id: string, call = team.member.call) =>
    call('DELETE', `/api/contacts/${id}?account=${team.teamId}`);
  const restore = (body: object, call = team.admin.call) =>
    call('POST', `/api/contacts/released/restore?account=${team.teamId}`, body);

  it('is gone for the member, stays with the team, and is given back with one press', async () => {
    const ids = [await meet(), await meet()];
    for (const id of ids) expect((await release(id)).status).toBe(200);
    expect((await release(ids[0] ?? '')).status).toBe(404);
    for (const id of ids) expect(await holderOf(id)).toEqual([[team.teamId, null]]);
    const { body: list } = await team.admin.call('GET', `/api/contacts/released?account=${team.teamId}`);
    expect(list).toMatchObject([{ holderId: team.member.id, fullName: 'Mary Member', count: 2 }]);
    expect((await restore({ holderId: team.member.id }, team.member.call)).status).toBe(403);
    expect((await restore({ holderId: team.member.id })).body).toEqual({ count: 2 });
    expect((await restore({ holderId: team.member.id })).body).toEqual({ count: 0 });
    for (const id of ids) expect(await holderOf(id)).toEqual([[team.teamId, team.member.id]]);
  });

  it('is given back from a moment on, unless an admin has deleted them for good or the member has left', async () => {
    const [early, late, gone] = [await meet(), await meet(), await meet()];
    await release(early);
    ahead += 2 * DAY_MS;
    const since = new Date(Date.now() + ahead - DAY_MS).toISOString();
    await release(late);
    await release(gone);
    expect((await release(gone, team.owner.call)).status).toBe(200);
    expect((await restore({ holderId: team.member.id, since })).body).toEqual({ count: 1 });
    expect(await holderOf(early)).toEqual([[team.teamId, null]]);
    expect(await holderOf(gone)).toEqual([]);
    const leaver = await addMember(server, team.teamId);
    const id = await meet(await addTeamCard(server, team.teamId, leaver.id));
    await release(id, leaver.call);
    await db()
      .delete(teamMembers)
      .where(inArray(teamMembers.userId, [leaver.id]));
    expect((await restore({ holderId: leaver.id })).body).toEqual({ count: 0 });
    ahead = 0;
  });
});
