import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { aliases } from '#server/db/schema/accounts.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contactHistory, contacts } from '#server/db/schema/people.ts';
import { countBilledCards } from '#server/money/billing/quantity.ts';
import { accountId, personId } from '#shared/accounts/ids.ts';
import { CARD_FIELDS, LEAVING_FIELD_NAMES } from '#shared/cards/card-fields.ts';
import { emptyValuesOf, omit, pick } from '#shared/contract/field-kinds.ts';
import { createName } from '#test/aliases.ts';
import { PASSWORD } from '#test/factories.ts';
import { FULL_CARD } from '#test/full-card.ts';
import { signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addMet, handByMail, readKeptCard } from '#test/successions.ts';
import { addMember, addTeamCard, addWholeTeam, roleIn } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);
const db = () => server.running.app.db;

const DETAILS = { fullName: 'Nora Next', jobTitle: 'Head of Sales', primaryEmail: 'nora@example.com' };
const NOTHING = pick(emptyValuesOf(CARD_FIELDS), LEAVING_FIELD_NAMES);

/** A team whose member has a full card with a short name. */
async function fullTeam() {
  const team = await addWholeTeam(server);
  const at = `/api/cards/${team.cardId}?account=${team.teamId}`;
  const { isActive: _isActive, ...full } = FULL_CARD;
  expect((await team.owner.call('PUT', at, full)).status).toBe(200);
  const name = createName();
  await db().insert(aliases).values({ kind: 'card', name, userId: team.teamId, cardId: team.cardId });
  await db().update(businessCards).set({ alias: name }).where(eq(businessCards.id, team.cardId));
  const successor = await signUpConfirmed(server, 'Nora Next');
  return { ...team, at, name, successor, path: `/api/teams/${team.teamId}/cards/${team.cardId}/succession` };
}

const open = (path: string) => server.client()('GET', path);

describe('Handing a card over', () => {
  it('takes everything personal off it at once, and says who is there now', async () => {
    const team = await fullTeam();
    const before = await readKeptCard(server, team.cardId);
    expect((await open(`/card/${team.cardId}`)).status).toBe(200);
    await handByMail(team.admin.call, mailbox, team, team.successor.email);
    const kept = await readKeptCard(server, team.cardId);
    expect(kept).toMatchObject({ holderId: null, isUnclaimed: true, vacancy: 'unnamed', alias: null });
    expect(kept.leaving).toEqual({ ...NOTHING, fullName: 'Nora Next' });
    expect(kept.all).toMatchObject(pick(before.all, ['company', 'companyLogo', 'website', 'template']));
    const page = await open(`/card/${team.cardId}`);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page.text).toContain('No one at Acme has this card');
    expect(page.text).not.toContain('no longer with');
    expect(page.text).toContain('noindex');
    expect(page.text).not.toContain('Nora');
    expect(page.text).not.toContain('People of Acme');
    await team.owner.call('PUT', `/api/teams/${team.teamId}/page`, { isPublic: true });
    await vi.waitFor(async () =>
      expect((await open(`/card/${team.cardId}`)).text).toContain('People of Acme'),
    );
    expect((await team.member.call('GET', team.at)).status).toBe(404);
    expect((await team.member.call('PUT', team.at, { tagline: 'Still me' })).status).toBe(404);
    const { body: history } = await team.member.call('GET', '/api/account/history');
    expect(JSON.stringify(history)).toContain('A card you held was handed to somebody else');
  });

  it('names each successor on the page if the team says so', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    await handByMail(team.admin.call, mailbox, team, team.successor.email, true);
    expect((await open(`/card/${team.cardId}`)).text).toContain('Nora Next is taking over this card at Acme');
    const other = await addMember(server, team.teamId, 'member', 'Mia Member');
    const named = await team.admin.call('POST', team.path, {
      successor: { userId: other.id },
      isNamed: true,
    });
    expect(named.body).toMatchObject({ isNamed: true, formerName: FULL_CARD.fullName, claimedAt: null });
    expect((await open(`/card/${team.cardId}`)).text).toContain('Mia Member is taking over');
    const nobody = await team.admin.call('POST', team.path, { successor: null });
    expect(nobody.body).toMatchObject({ successor: null, isNamed: false });
    expect((await open(`/card/${team.cardId}`)).text).not.toContain('Mia');
    const { body: list } = await team.admin.call('GET', `/api/teams/${team.teamId}/successions`);
    expect(list).toHaveLength(1);
  });

  it('is undone until it is claimed: fields, holder, short names', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    const before = await readKeptCard(server, team.cardId);
    await handByMail(team.admin.call, mailbox, team, team.successor.email);
    expect((await open(`/c/${team.name}`)).status).toBe(404);
    expect((await team.admin.call('DELETE', team.path)).status).toBe(200);
    const { all, ...rest } = await readKeptCard(server, team.cardId);
    expect(rest).toEqual(omit(before, ['all']));
    expect(all).toEqual(before.all);
    const page = await open(`/c/${team.name}`);
    expect([page.status, page.text.includes(FULL_CARD.fullName as string)]).toEqual([200, true]);
    expect((await team.member.call('GET', team.at)).status).toBe(200);
    expect((await team.admin.call('DELETE', team.path)).status).toBe(409);
    const { body: list } = await team.admin.call('GET', `/api/teams/${team.teamId}/successions`);
    expect(list).toEqual([]);
  });

  it('keeps what the team chose before that was undone', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    const fields = { template: { mode: 'default', value: 'classic' } };
    await team.admin.call('PUT', `/api/teams/${team.teamId}/brand`, { fields });
    await handByMail(team.admin.call, mailbox, team, team.successor.email);
    expect((await team.admin.call('PUT', team.at, { template: 'modern' })).body.template).toBe('modern');
    expect((await team.admin.call('DELETE', team.path)).status).toBe(200);
    expect((await team.member.call('GET', team.at)).body.template).toBe('modern');
  });

  it('is billed as long as somebody holds it', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    const billed = () => countBilledCards(db(), accountId.parse(team.teamId));
    expect(await billed()).toBe(1);
    const path = await handByMail(team.admin.call, mailbox, team, team.successor.email);
    expect(await billed()).toBe(0);
    await team.admin.call('DELETE', team.path);
    expect(await billed()).toBe(1);
    expect((await team.successor.call('POST', path, { details: DETAILS })).status).toBe(404);
    await team.admin.call('POST', team.path, { successor: { userId: team.owner.id } });
    await db().execute(sql`update users set email_confirmed_at = now() where id = ${team.owner.id}`);
    const { body } = await team.owner.call('GET', `/api/teams/${team.teamId}/waiting`);
    const claim = `/api/teams/${team.teamId}/waiting/${body[0].inviteId}`;
    expect((await team.owner.call('POST', claim, { details: DETAILS })).status).toBe(200);
    expect(await billed()).toBe(1);
  });

  it('keeps its short names for the team, which lead nowhere', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    await handByMail(team.admin.call, mailbox, team, team.successor.email);
    expect((await open(`/c/${team.name}`)).status).toBe(404);
    const [row] = await db().select().from(aliases).where(eq(aliases.name, team.name));
    expect(row).toMatchObject({ cardId: null, userId: team.teamId });
    const { body: own } = await team.successor.call('POST', '/api/cards', { name: 'Own', fullName: 'Nora' });
    const taken = await team.successor.call('PUT', `/api/aliases/cards/${own.id}`, { name: team.name });
    expect(taken.status).toBe(409);
  });

  it('is for those who run the team, and only of a card that somebody has claimed', async () => {
    const team = await fullTeam();
    const body = { successor: null };
    expect((await team.member.call('POST', team.path, body)).status).toBe(403);
    expect((await team.outsider.call('POST', team.path, body)).status).toBe(404);
    const self = { successor: { userId: team.member.id } };
    expect((await team.admin.call('POST', team.path, self)).status).toBe(409);
    const outsider = { successor: { userId: team.outsider.id } };
    expect((await team.admin.call('POST', team.path, outsider)).status).toBe(404);
    const people = [{ email: 'somebody@example.com', fullName: 'Some Body' }];
    const { body: prepared } = await team.admin.call('POST', `/api/teams/${team.teamId}/invites`, { people });
    const path = `/api/teams/${team.teamId}/cards/${prepared[0].cardId}/succession`;
    expect((await team.admin.call('POST', path, body)).status).toBe(409);
    const unheld = await addTeamCard(server, team.teamId, null);
    const free = `/api/teams/${team.teamId}/cards/${unheld}/succession`;
    expect((await team.admin.call('POST', free, body)).status).toBe(200);
    for (const wrong of [{}, { successor: {} }, { successor: { email: 'x' } }, { successor: 'me' }])
      expect((await team.admin.call('POST', team.path, wrong)).status).toBe(422);
  });
});

describe('Claiming a card that was handed over', () => {
  it('asks for the new holder’s details, and gives them the people it has met', async () => {
    const team = await fullTeam();
    const met = { ...team, holderId: team.member.id };
    await addMet(server, met, 3);
    const path = await handByMail(team.admin.call, mailbox, team, team.successor.email);
    const { body: before } = await team.member.call('GET', `/api/contacts?account=${team.teamId}`);
    expect(before).toHaveLength(3);
    expect((await team.successor.call('GET', path)).body).toMatchObject({
      isHandedOver: true,
      isYours: true,
    });
    const bare = await team.successor.call('POST', path);
    expect([bare.status, Object.keys(bare.body.fields)]).toEqual([422, ['details.fullName']]);
    expect((await readKeptCard(server, team.cardId)).holderId).toBeNull();
    expect((await team.successor.call('POST', path, { details: DETAILS })).status).toBe(200);
    const kept = await readKeptCard(server, team.cardId);
    expect(kept).toMatchObject({ holderId: team.successor.id, isUnclaimed: false, vacancy: null });
    expect(kept.leaving).toEqual({ ...NOTHING, ...DETAILS });
    expect((await open(`/card/${team.cardId}`)).text).toContain('Nora Next');
    const { body: after } = await team.successor.call('GET', `/api/contacts?account=${team.teamId}`);
    expect(after).toHaveLength(3);
    expect((await team.member.call('GET', `/api/contacts?account=${team.teamId}`)).body).toEqual([]);
    const [event] = await db().select().from(contactHistory).where(eq(contactHistory.contactId, after[0].id));
    expect(event).toMatchObject({
      kind: 'handedOver',
      details: { metBy: FULL_CARD.fullName, heldBy: 'Nora Next' },
    });
    expect((await team.admin.call('DELETE', team.path)).status).toBe(409);
    const { body: list } = await team.admin.call('GET', `/api/teams/${team.teamId}/successions`);
    expect(list[0]).toMatchObject({ people: { total: 3, moved: 3 }, claimedAt: expect.any(String) });
  });

  it('needs no link of a member, who is told of it', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    const next = await addMember(server, team.teamId, 'member', 'Mia Member');
    await db().execute(sql`update users set email_confirmed_at = now() where id = ${next.id}`);
    await team.admin.call('POST', team.path, { successor: { userId: next.id } });
    await mailbox.wait(`${next.username}@example.com`, 1, /is waiting for you/);
    const waiting = `/api/teams/${team.teamId}/waiting`;
    expect((await team.member.call('GET', waiting)).body).toEqual([]);
    const { body: list } = await next.call('GET', waiting);
    expect(list).toMatchObject([{ cardId: team.cardId, problem: null }]);
    const claim = `${waiting}/${list[0].inviteId}`;
    expect((await team.member.call('POST', claim, { details: DETAILS })).status).toBe(404);
    const answers = await Promise.all([1, 2, 3].map(() => next.call('POST', claim, { details: DETAILS })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await next.call('GET', waiting)).body).toEqual([]);
    expect((await readKeptCard(server, team.cardId)).holderId).toBe(next.id);
  });

  it('can be handed back, and nobody else gets the former versions', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    await team.member.call('PUT', team.at, { tagline: 'Last words' });
    const path = await handByMail(team.admin.call, mailbox, team, team.successor.email);
    expect((await team.successor.call('POST', path, { details: DETAILS })).status).toBe(200);
    const { body: versions } = await team.admin.call('GET', `${team.at.replace('?', '/versions?')}`);
    expect(versions).toEqual([]);
    const back = await team.admin.call('POST', team.path, { successor: { userId: team.member.id } });
    expect(back.body).toMatchObject({ formerName: 'Nora Next', successor: { email: expect.any(String) } });
  });
});

describe('At once', () => {
  it('a save of the former holder lands before, or not at all', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    const saves = Array.from({ length: 5 }, (_, nth) =>
      team.member.call('PUT', team.at, { tagline: `Line ${nth}`, fullName: 'Mary Forever' }),
    );
    const [handed, ...saved] = await Promise.all([
      team.admin.call('POST', team.path, { successor: null }),
      ...saves,
    ]);
    expect(handed.status).toBe(200);
    for (const { status } of saved) expect([200, 403, 404]).toContain(status);
    expect((await readKeptCard(server, team.cardId)).leaving).toEqual({ ...NOTHING, fullName: 'Acme' });
    expect((await open(`/card/${team.cardId}`)).text).not.toContain('Mary Forever');
  });

  it('two who hand it over leave one succession', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    const two = ['one@example.com', 'two@example.com'].map((email) =>
      team.admin.call('POST', team.path, { successor: { email, fullName: 'Some Body' } }),
    );
    for (const { status } of await Promise.all(two)) expect(status).toBe(200);
    const { body: list } = await team.owner.call('GET', `/api/teams/${team.teamId}/successions`);
    expect(list).toMatchObject([{ formerName: FULL_CARD.fullName }]);
    expect((await team.owner.call('DELETE', team.path)).status).toBe(200);
    expect((await readKeptCard(server, team.cardId)).holderId).toBe(team.member.id);
  });

  it('an undoing and a claim leave one of them', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    const path = await handByMail(team.admin.call, mailbox, team, team.successor.email);
    const [claimed, undone] = await Promise.all([
      team.successor.call('POST', path, { details: DETAILS }),
      team.admin.call('DELETE', team.path),
    ]);
    const { holderId } = await readKeptCard(server, team.cardId);
    if (claimed.status === 200) expect([undone.status, holderId]).toEqual([409, team.successor.id]);
    else {
      expect([claimed.status, undone.status, holderId]).toEqual([404, 200, team.member.id]);
      expect(await roleIn(server, team.teamId, team.successor.id)).toBeUndefined();
    }
  });

  it('the former holder deletes their account, and the card goes on', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    await addMet(server, { ...team, holderId: team.member.id }, 2);
    const path = await handByMail(team.admin.call, mailbox, team, team.successor.email);
    const deletion = { username: team.member.username, password: PASSWORD };
    expect((await team.member.call('DELETE', '/api/account', deletion)).status).toBe(200);
    expect((await team.successor.call('POST', path, { details: DETAILS })).status).toBe(200);
    const isTheirs = eq(contacts.holderId, personId.parse(team.successor.id));
    expect(
      await db().$count(contacts, and(eq(contacts.userId, accountId.parse(team.teamId)), isTheirs)),
    ).toBe(2);
  });

  it('a deleted team claims nothing, and a restored one goes on', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    const path = await handByMail(team.admin.call, mailbox, team, team.successor.email);
    await db().execute(sql`update teams set deleted_at = now() where id = ${team.teamId}`);
    expect((await team.successor.call('POST', path, { details: DETAILS })).status).toBe(409);
    expect((await team.admin.call('DELETE', team.path)).status).toBe(409);
    await db().execute(sql`update teams set deleted_at = null where id = ${team.teamId}`);
    expect((await team.successor.call('POST', path, { details: DETAILS })).status).toBe(200);
  });

  it('nothing is handed over or undone while the team is suspended', { tags: ['thorough'] }, async () => {
    const team = await fullTeam();
    await handByMail(team.admin.call, mailbox, team, team.successor.email);
    await db().execute(sql`update users set suspended_at = now() where id = ${team.teamId}`);
    expect((await team.admin.call('DELETE', team.path)).status).toBe(403);
    expect((await team.admin.call('POST', team.path, { successor: null })).status).toBe(403);
    await db().execute(sql`update users set suspended_at = null where id = ${team.teamId}`);
    expect((await team.admin.call('DELETE', team.path)).status).toBe(200);
  });
});
