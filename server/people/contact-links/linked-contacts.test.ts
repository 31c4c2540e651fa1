import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { contactLinks } from '#server/db/schema/people-visitors.ts';
import { forgetGone } from '#server/people/recipients/recipients.jobs.ts';
import { eraseRests } from '#server/portability/account/erase-rest.ts';
import { confirmIdentity } from '#test/factories.ts';
import { startLinkedOwners } from '#test/linked-owners.ts';
import type { Owner } from '#test/met-owners.ts';
import { unzip } from '#test/unzip.ts';

const {
  accept,
  ada,
  contactOf,
  db,
  decide,
  eventsOf,
  grace,
  link,
  linksOf,
  makeOwner,
  newsOf,
  offer,
  saveCard,
  server,
  settle,
  share,
  stateFor,
  takeBack,
} = startLinkedOwners();

describe('What is new on the card', () => {
  it('is offered once its edits have settled, changes nothing by itself, and is taken over field by field', async () => {
    const id = await link();
    await saveCard({ company: 'Eckert', jobTitle: 'Ensign' });
    await saveCard({ company: 'Eckert-Mauchly', jobTitle: 'Engineer', primaryPhone: '+1 202 555 0143' });
    expect(await newsOf(id)).toBeUndefined();
    settle();
    expect(await newsOf(id)).toBe('changes');
    const [{ changes }] = await linksOf(id);
    expect(changes).toEqual([
      { field: 'phone', from: '', to: '+1 202 555 0143' },
      { field: 'company', from: 'Navy', to: 'Eckert-Mauchly' },
      { field: 'jobTitle', from: '', to: 'Engineer' },
    ]);
    expect(await contactOf(id)).toMatchObject({ company: 'Navy', phone: null, jobTitle: null });

    const answer = await decide(id, {
      accepted: { phone: '+1 202 555 0143' },
      declined: { jobTitle: 'Engineer' },
    });
    expect(answer.body.contact).toMatchObject({ phoneE164: '+12025550143', jobTitle: null, company: 'Navy' });
    expect((await linksOf(id))[0].changes).toMatchObject([{ field: 'company' }]);
    await decide(id, { declined: { company: 'Eckert-Mauchly' } });
    expect(await newsOf(id)).toBeUndefined();
    await saveCard({ tagline: 'Amazing' });
    settle();
    expect(await newsOf(id)).toBeUndefined();
    await saveCard({ company: 'UNIVAC' });
    settle();
    expect((await linksOf(id))[0].changes).toEqual([{ field: 'company', from: 'Navy', to: 'UNIVAC' }]);
    expect((await eventsOf(id)).slice(0, 3)).toEqual(['updated', 'linked', 'sent']);
  });

  it('can be undone, and is then offered again', async () => {
    const id = await link({ company: 'COBOL Ltd' });
    const before = await contactOf(id);
    settle();
    const decision = { accepted: { company: 'UNIVAC' }, declined: { jobTitle: 'Engineer' } };
    const { body } = await decide(id, decision);
    expect((await contactOf(id)).company).toBe('UNIVAC');
    const undo = `/api/contacts/operations/${body.operation.id}/undo`;
    expect((await grace.call('POST', undo)).status).toBe(404);
    const named = { id: body.operation.id, kind: 'update', name: before.fullName };
    const list = async () => (await ada.call('GET', '/api/contacts/operations?limit=1')).body;
    expect(await list()).toMatchObject([{ ...named, state: 'done' }]);
    expect((await ada.call('POST', undo)).body.state).toBe('undone');
    expect((await ada.call('POST', undo)).body.state).toBe('undone');
    expect(await list()).toMatchObject([{ ...named, state: 'undone' }]);
    expect(await contactOf(id)).toEqual(before);
    expect(await newsOf(id)).toBe('changes');
    expect((await decide(id, decision)).status).toBe(200);
  });

  it('leaves what was changed since when it is undone', async () => {
    const id = await link({ company: 'COBOL Ltd' });
    settle();
    const accepted = { company: 'UNIVAC', phone: '+1 202 555 0143', jobTitle: 'Engineer' };
    const { body } = await decide(id, { accepted });
    const mine = { company: 'My own words', phone: '(202) 555-0143' };
    await ada.call('PATCH', `/api/contacts/${id}`, mine);
    const { phoneE164 } = await contactOf(id);
    await ada.call('POST', `/api/contacts/operations/${body.operation.id}/undo`);
    expect(await contactOf(id)).toMatchObject({ ...mine, phoneE164, jobTitle: null });
  });

  it('is taken over as it was seen or not at all, and once however often it is sent', {
    tags: ['thorough'],
  }, async () => {
    const id = await link({ company: 'Raced' });
    settle();
    const decision = { accepted: { company: 'UNIVAC' } };
    const stale = { accepted: { company: 'UNIVAC', jobTitle: 'Admiral' } };
    expect((await decide(id, stale)).status).toBe(409);
    expect((await contactOf(id)).company).toBe('Raced');
    const answers = await Promise.all([decide(id, decision), decide(id, decision), decide(id, decision)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await eventsOf(id)).filter((kind: string) => kind === 'updated')).toHaveLength(1);
    const wrong: [object, number][] = [
      [{}, 400],
      [{ accepted: { company: 'a' }, declined: { company: 'a' } }, 422],
      [{ accepted: { notes: 'x' } }, 422],
      [{ accepted: { company: 5 } }, 422],
      [{ declined: { company: 'x'.repeat(2_001) } }, 422],
    ];
    for (const [body, status] of wrong) expect((await decide(id, body)).status).toBe(status);
    expect((await contactOf(id)).company).toBe('UNIVAC');
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['is paused', () => saveCard({ isActive: false }), () => saveCard({ isActive: true })],
    [
      'is hidden with the profile',
      () => grace.call('PATCH', '/api/account', { isProfileVisible: false }),
      () => grace.call('PATCH', '/api/account', { isProfileVisible: true }),
    ],
    [
      'is deleted',
      () => grace.call('DELETE', `/api/cards/${grace.cardId}`),
      () => grace.call('POST', `/api/cards/${grace.cardId}/restore`),
    ],
    [
      'is of a suspended account',
      () => db().execute(sql`update users set suspended_at = now() where id = ${grace.id}`),
      () => db().execute(sql`update users set suspended_at = null where id = ${grace.id}`),
    ],
  ])('is not offered while the card %s', async (_how, hide, show) => {
    const id = await link({ company: 'Hidden' });
    await hide();
    settle();
    const [hidden] = await linksOf(id);
    expect(hidden).toMatchObject({ state: 'linked', name: null, cardId: null, changes: [] });
    expect(await newsOf(id)).toBeUndefined();
    expect((await decide(id, { accepted: { company: 'UNIVAC' } })).status).toBe(404);
    expect((await contactOf(id)).company).toBe('Hidden');
    await show();
    settle();
    expect(await newsOf(id)).toBe('changes');
  });

  it('is not taken over beyond the bytes of the account, unless it is shorter', {
    tags: ['thorough'],
  }, async () => {
    const id = await link();
    await saveCard({ company: 'Na', jobTitle: 'Engineer' });
    settle();
    const { room } = server.running.app.submissions;
    const { trial } = room;
    room.trial = { ...trial, bytes: 1 };
    try {
      expect(await decide(id, { accepted: { jobTitle: 'Engineer' } })).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/^Your contacts are full: .* of text/) },
      });
      expect((await decide(id, { accepted: { company: 'Na' } })).status).toBe(200);
    } finally {
      room.trial = trial;
    }
    expect(await contactOf(id)).toMatchObject({ company: 'Na', jobTitle: null });
  });
});

it('Links on which nothing is new are looked at once, until the card is saved again', {
  tags: ['thorough'],
}, async () => {
  const carol = await makeOwner();
  const ids: string[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const id = await share(grace.call, { cardId: carol.cardId });
    await offer(id);
    expect((await accept(id, carol.call)).status).toBe(200);
    ids.push(id);
  }
  // Each response holds a cursor as long as there is more to look at.
  const look = async () => {
    const { body, headers } = await carol.call('GET', '/api/contacts/links/news?limit=2');
    return { found: body.length, isAll: !headers.get('link') };
  };
  await saveCard({ company: 'Navy', jobTitle: null, primaryPhone: null });
  settle();
  expect(await look()).toEqual({ found: 0, isAll: false });
  expect(await look()).toEqual({ found: 0, isAll: true });
  const settled = await share(grace.call, { cardId: carol.cardId });
  await offer(settled);
  await accept(settled, carol.call);
  const { rows } = await db().execute(
    sql`select id from contact_links where user_id = ${carol.id} and checked_at is null`,
  );
  expect(rows).toEqual([]);
  await saveCard({ jobTitle: 'Admiral' });
  settle();
  expect((await look()).found).toBe(2);
  expect(await newsOf(ids.at(-1) ?? '', carol.call)).toBe('changes');
  await saveCard({ jobTitle: null });
});

describe('The link', () => {
  it('passes to the contact that stays after a merge, and back', async () => {
    const id = await link();
    const { body: keep } = await ada.call('POST', '/api/contacts', { fullName: 'Grace B. Hopper' });
    const { body } = await ada.call('POST', '/api/contacts/merge', { keep: keep.id, others: [id] });
    expect(await linksOf(keep.id)).toMatchObject([{ id, state: 'linked' }]);
    expect(await stateFor(id)).toBe('linked');
    // A link that ended meanwhile stays ended.
    await takeBack(id);
    await ada.call('POST', `/api/contacts/operations/${body.operation.id}/undo`);
    expect([await linksOf(id), await linksOf(keep.id)]).toEqual([[], []]);
    expect(await stateFor(id)).toBe('known');
  });

  it('keeps an update that was taken over after a merge from being taken for the contact’s own', async () => {
    const id = await link({ company: 'COBOL Ltd' });
    const { body: keep } = await ada.call('POST', '/api/contacts', { fullName: 'Grace B. Hopper' });
    const { body } = await ada.call('POST', '/api/contacts/merge', { keep: keep.id, others: [id] });
    await saveCard({ company: 'Remington' });
    settle();
    const decided = await decide(id, { accepted: { company: 'Remington' } });
    expect(decided.status).toBe(200);
    const undo = (operation: { id: string }) =>
      ada.call('POST', `/api/contacts/operations/${operation.id}/undo`);
    expect((await undo(body.operation)).status).toBe(409);
    expect((await contactOf(keep.id)).company).toBe('Remington');
    for (const operation of [decided.body.operation, body.operation]) {
      expect((await undo(operation)).body.state).toBe('undone');
    }
    expect([(await contactOf(keep.id)).company, (await contactOf(id)).company]).toEqual([null, 'COBOL Ltd']);
    expect(await newsOf(id)).toBe('changes');
  });

  it('rests while a contact is deleted with others, and can end meanwhile', async () => {
    const [one, two] = [await link(), await link()];
    const { body } = await ada.call('POST', '/api/contacts/bulk', { action: 'delete', ids: [one, two] });
    expect(await stateFor(one)).toBeUndefined();
    expect((await accept(one)).status).toBe(404);
    expect((await takeBack(two)).status).toBe(200);
    await forgetGone(server.running.app, contactLinks);
    await ada.call('POST', `/api/contacts/operations/${body.id}/undo`);
    expect([await stateFor(one), await stateFor(two)]).toEqual(['linked', 'known']);
  });

  it('goes with the contact, the account of either side, and for a blocked sender', async () => {
    const rowsOf = async (id: string) =>
      (await db().execute(sql`select id from contact_links where id = ${id}`)).rows.length;
    const deleted = await link();
    await ada.call('DELETE', `/api/contacts/${deleted}`);
    expect([await stateFor(deleted), await rowsOf(deleted)]).toEqual([undefined, 0]);

    const carol = await makeOwner();
    const gone = await share(carol.call);
    await offer(gone, {}, carol.call);
    await accept(gone, ada.call, carol.cardId);
    await carol.call('DELETE', '/api/account', { username: carol.username, password: 'correct horse' });
    await eraseRests(server.running.app);
    expect(await linksOf(gone)).toEqual([]);
    expect((await contactOf(gone)).fullName).toBe('Grace Hopper');

    const blocked = await link({ email: 'annoying@navy.example' });
    await ada.call('POST', '/api/contacts/blocks', { email: 'Annoying@navy.example' });
    expect(await linksOf(blocked)).toMatchObject([{ state: 'refused' }]);
    expect(await stateFor(blocked)).toBe('ended');
  });

  it('is in both archives, without what the other side must not know', async () => {
    const [known, offered] = [await share(), await share()];
    await offer(offered);
    const archiveOf = async ({ call }: Owner) => {
      await confirmIdentity(call);
      const files = await unzip((await call('GET', '/api/account/export')).bytes);
      return JSON.parse(String(files.get('goldleaf.json')));
    };
    const [owner, sender] = [await archiveOf(ada), await archiveOf(grace)];
    const idsIn = (rows: { id: string }[]) => rows.map(({ id }) => id);
    expect(idsIn(owner.contactLinks)).toContain(offered);
    expect(idsIn(owner.contactLinks)).not.toContain(known);
    expect(JSON.stringify(owner)).not.toContain(grace.id);
    expect(idsIn(sender.sharedDetails)).toEqual(expect.arrayContaining([known, offered]));
    expect(JSON.stringify(sender)).not.toContain(ada.id);
  });
});
