import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { startLinkedOwners } from '#test/linked-owners.ts';

const {
  accept,
  ada,
  db,
  decide,
  eventsOf,
  grace,
  linksOf,
  makeOwner,
  newsOf,
  offer,
  refuse,
  server,
  share,
  stateFor,
  takeBack,
} = startLinkedOwners();

describe('Who shared their details from an account', () => {
  it('is known to nobody but themselves until they make an offer', async () => {
    const id = await share();
    const stranger = await share(server.client());
    expect(await stateFor(id)).toBe('known');
    for (const one of [id, stranger]) {
      expect(await linksOf(one)).toEqual([]);
      expect((await accept(one)).status).toBe(404);
    }
    const { body } = await ada.call('GET', '/api/contacts');
    const [first, second] = [stranger, id].map((one) => body.find((row: { id: string }) => row.id === one));
    expect(Object.keys(first)).toEqual(Object.keys(second));
    expect(JSON.stringify(body)).not.toContain(grace.id);
  });

  it('is recognized by a confirmed address, too, in any case, and by no other', async () => {
    const id = await share(server.client(), { email: grace.email.toUpperCase() });
    expect(await stateFor(id)).toBe('known');
    const unproven = await signUp(server, 'Not Proven');
    const other = await share(server.client(), { email: `${unproven.username}@example.com` });
    expect(await stateFor(other, unproven.call)).toBeUndefined();
  });

  it('is the one whose session it was, not the one whose address was typed; nobody shares with themselves', async () => {
    const carol = await makeOwner();
    const id = await share(carol.call, { email: grace.email });
    expect([await stateFor(id), await stateFor(id, carol.call)]).toEqual([undefined, 'known']);
    const own = await share(ada.call, { email: grace.email });
    expect([await stateFor(own), await stateFor(own, ada.call)]).toEqual([undefined, undefined]);
  });

  it('is not looked for among contacts that were typed in or are leads', async () => {
    const typed = { fullName: 'Grace', email: grace.email };
    const { body: added } = await ada.call('POST', '/api/contacts', typed);
    const { body: lead } = await grace.call('POST', `/api/cards/${ada.cardId}/leads`, {
      name: 'Grace',
      email: grace.email,
    });
    await ada.call('POST', `/api/contacts/leads/${lead.id}/convert`);
    for (const { id } of [added, lead]) {
      expect([await stateFor(id), (await offer(id)).status]).toEqual([undefined, 404]);
    }
  });

  it('is known after a review, too', async () => {
    const id = await share(grace.call, { subject: 'filled in by a bot' });
    expect(await stateFor(id)).toBeUndefined();
    await ada.call('POST', '/api/contacts/unreviewed/keep', { ids: [id] });
    expect(await stateFor(id)).toBe('known');
  });
});

it('An account that is being deleted holds up nobody: its details arrive without a link', async () => {
  const id = await db().transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${grace.id} for update`);
    return await share();
  });
  expect((await ada.call('GET', `/api/contacts/${id}`)).status).toBe(200);
  expect(await stateFor(id)).toBeUndefined();
});

it('The owner is named to the sender only as on a card that is public', async () => {
  const id = await share();
  const nameOf = async () =>
    (await grace.call('GET', '/api/contacts/links/given')).body.find((row: { id: string }) => row.id === id)
      .ownerName;
  const change = (body: object) => ada.call('PUT', `/api/cards/${ada.cardId}`, body);
  expect(await nameOf()).toBe('Ada Lovelace');
  await change({ isActive: false });
  expect(await nameOf()).toBeNull();
  await change({ isActive: true });
  await ada.call('DELETE', `/api/cards/${ada.cardId}`);
  expect(await nameOf()).toBeNull();
  await ada.call('POST', `/api/cards/${ada.cardId}/restore`);
  expect(await nameOf()).toBe('Ada Lovelace');
});

describe('Both agree', () => {
  it('the sender offers, the owner accepts, and the history says so', async () => {
    const id = await share();
    expect((await offer(id)).body).toMatchObject({ id, state: 'offered', cardId: grace.cardId });
    expect(await newsOf(id)).toBe('offer');
    expect(await linksOf(id)).toMatchObject([{ id, state: 'offered', name: 'Grace Hopper', changes: [] }]);
    const [one, two] = await Promise.all([accept(id), accept(id)]);
    expect([one.body.state, two.body.state]).toEqual(['linked', 'linked']);
    expect([await stateFor(id), await newsOf(id)]).toEqual(['linked', undefined]);
    expect((await eventsOf(id)).filter((kind: string) => kind === 'linked')).toHaveLength(1);
  });

  it('is nothing that a stranger, somebody else or one side alone could do', async () => {
    const id = await share();
    await offer(id);
    const carol = await makeOwner();
    for (const call of [grace.call, carol.call]) {
      expect((await accept(id, call)).status).toBe(404);
      expect((await refuse(id, call)).status).toBe(404);
      expect((await decide(id, { accepted: { company: 'Navy' } }, call)).status).toBe(404);
      expect((await call('GET', `/api/contacts/${id}/links`)).status).toBe(404);
    }
    expect((await offer(id, {}, ada.call)).status).toBe(404);
    expect((await offer(id, { cardId: carol.cardId })).status).toBe(404);
    expect((await decide(id, { accepted: { company: 'Navy' } })).status).toBe(404);
    expect((await accept(id, server.client())).status).toBe(401);
    expect(await stateFor(id)).toBe('offered');
  });

  it('a no is not told, an end is, and either side can end it at once', async () => {
    const id = await share();
    await offer(id);
    expect((await refuse(id)).body.state).toBe('refused');
    expect([await stateFor(id), await newsOf(id)]).toEqual(['offered', undefined]);
    await takeBack(id);
    await offer(id);
    expect(await newsOf(id)).toBeUndefined();

    await accept(id);
    await refuse(id);
    expect(await stateFor(id)).toBe('ended');
    await accept(id);
    expect((await takeBack(id)).body.state).toBe('known');
    expect(await linksOf(id)).toEqual([]);
    expect((await accept(id)).status).toBe(404);
    expect((await eventsOf(id)).slice(0, 4)).toEqual(['unlinked', 'linked', 'unlinked', 'linked']);
    await offer(id);
    expect(await linksOf(id)).toMatchObject([{ state: 'offered' }]);
  });

  it('is to one card, shown with its account: another one is asked about anew', async () => {
    const mallory = await makeOwner();
    const id = await share(mallory.call);
    await offer(id, {}, mallory.call);
    const { body: other } = await mallory.call('POST', '/api/cards', {
      name: 'Other',
      fullName: 'Grace Hopper',
    });
    const shown = { state: 'offered', cardId: mallory.cardId, username: mallory.username, isAlike: false };
    expect(await linksOf(id)).toMatchObject([shown]);
    expect((await accept(id, ada.call, other.id)).status).toBe(409);
    expect((await accept(id, ada.call, mallory.cardId)).body.state).toBe('linked');
    expect((await offer(id, { cardId: other.id }, mallory.call)).body).toMatchObject({
      state: 'offered',
      cardId: other.id,
    });
    expect(await linksOf(id)).toMatchObject([{ state: 'offered', cardId: other.id, isAlike: false }]);
    expect(await newsOf(id)).toBe('offer');
    expect((await accept(id, ada.call, mallory.cardId)).status).toBe(409);
    expect((await eventsOf(id)).slice(0, 2)).toEqual(['unlinked', 'linked']);
    const body = { fullName: 'Grace Hopper', primaryEmail: 'G0@navy.example' };
    await mallory.call('PUT', `/api/cards/${other.id}`, body);
    const { email } = (await ada.call('GET', `/api/contacts/${id}`)).body;
    expect(await linksOf(id)).toMatchObject([{ isAlike: false }]);
    await mallory.call('PUT', `/api/cards/${other.id}`, { primaryEmail: email.toUpperCase() });
    expect(await linksOf(id)).toMatchObject([{ isAlike: true }]);
  });

  it('an offer needs a card that others can see', async () => {
    const id = await share();
    const { body: card } = await grace.call('POST', '/api/cards', {
      name: 'Later',
      fullName: 'Grace',
      isActive: false,
    });
    expect((await offer(id, { cardId: card.id })).status).toBe(409);
    await grace.call('PATCH', '/api/account', { isProfileVisible: false });
    expect((await offer(id)).status).toBe(409);
    await grace.call('PATCH', '/api/account', { isProfileVisible: true });
    await grace.call('DELETE', `/api/cards/${card.id}`);
    expect((await offer(id, { cardId: card.id })).status).toBe(404);
    expect(await stateFor(id)).toBe('known');
  });
});
