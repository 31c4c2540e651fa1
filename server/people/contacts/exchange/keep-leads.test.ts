import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { purgeCards } from '#server/cards/cards/cards.ts';
import { keepLeads } from '#server/people/contacts/exchange/keep-leads.ts';
import { CONTACT_ROOM } from '#shared/people/contact-room.ts';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { startTestServer } from '#test/server.ts';

/** People stay when the card through which they came goes for good: docs/decisions/406. */

const server = startTestServer();
const app = () => server.running.app;
const execute = async (text: string) => (await app().db.execute(sql.raw(text))).rows;

afterEach(() => execute('delete from users'));

async function ownerOfForm() {
  const { call, id } = await signUp(server);
  const form = { name: 'Fair', fullName: 'Ada', leadCaptureEnabled: true, leadCaptureFields: ['message'] };
  const { body: card } = await call('POST', '/api/cards', {
    ...form,
    leadConsentText: 'You may write to me.',
  });
  return { call, id, cardId: String(card.id) };
}

const addLeads = (cardId: string, owner: string, count: number) =>
  execute(`insert into lead_captures (id, card_id, card_owner_id, lead_name, lead_email)
    select 'lead' || n, '${cardId}', '${owner}', 'Grace ' || n, 'grace' || n || '@example.com'
    from generate_series(1, ${count}) n`);

const deleteLongAgo = async (call: Client, cardId: string) => {
  expect((await call('DELETE', `/api/cards/${cardId}`)).status).toBe(200);
  await execute(`update business_cards set deleted_at = now() - interval '31 days' where id = '${cardId}'`);
};

const peopleOf = async (call: Client) => ({
  contacts: (await call('GET', '/api/contacts')).body,
  leads: (await call('GET', '/api/contacts/leads')).body,
});
const countsOf = (owner: string) =>
  execute(`select contacts, leads from user_counts where user_id = '${owner}'`);

it('A lead becomes a contact, with all it said, before its card is gone', async () => {
  const { call, cardId, id: owner } = await ownerOfForm();
  const lead = {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    message: 'Call me',
    consent: true,
  };
  const { body, status } = await server.client()('POST', `/api/cards/${cardId}/leads`, lead);
  expect(status).toBe(200);
  const id: string = body.id;
  expect((await call('PATCH', `/api/contacts/leads/${id}`, { status: 'contacted' })).status).toBe(200);
  await execute(
    `update lead_captures set custom_fields = '[{"id":"q1","label":"What do you need?","answer":"Compilers"}]'`,
  );
  const [before] = await execute(`select custom_fields, consents from lead_captures where id = '${id}'`);

  await deleteLongAgo(call, cardId);
  await purgeCards(app());
  expect((await peopleOf(call)).leads).toHaveLength(1);
  await keepLeads(app());
  await purgeCards(app());

  expect(await execute('select from business_cards')).toEqual([]);
  const { contacts, leads } = await peopleOf(call);
  expect(leads).toEqual([]);
  expect(contacts).toMatchObject([
    {
      id,
      fullName: 'Grace Hopper',
      cardName: 'Fair',
      source: 'lead',
      leadStatus: 'contacted',
      notes: 'Call me',
    },
  ]);
  expect(await execute(`select custom_fields, consents from contacts where id = '${id}'`)).toEqual([before]);
  expect(await countsOf(owner)).toMatchObject([{ contacts: 1, leads: 0 }]);
  expect((await call('GET', '/api/contacts?q=hopper')).body).toMatchObject([{ id }]);
});

it('Who waits for room waits on after the card is deleted, and is kept once there is some', async () => {
  const { call, cardId } = await ownerOfForm();
  const { room } = app().submissions;
  room.trial = { ...room.trial, people: 0 };
  const visitor = { cardId, fullName: 'Grace Hopper', email: 'grace@example.com' };
  expect((await server.client()('POST', '/api/contacts/exchange', visitor)).status).toBe(200);
  await deleteLongAgo(call, cardId);
  await purgeCards(app());
  const { body: waiting } = await call('GET', '/api/contacts/unreviewed');
  expect(waiting).toMatchObject([{ fullName: 'Grace Hopper', isOverQuota: true }]);

  room.trial = CONTACT_ROOM.trial;
  await call('POST', '/api/contacts/unreviewed/keep', { ids: [waiting[0].id] });
  await purgeCards(app());
  expect(await execute('select from business_cards')).toEqual([]);
  expect((await peopleOf(call)).contacts).toMatchObject([{ fullName: 'Grace Hopper', cardName: 'Fair' }]);
});

it('Many go in slices, and a second run finishes what the first one was stopped at', {
  tags: ['thorough'],
}, async () => {
  const { call, id, cardId } = await ownerOfForm();
  await addLeads(cardId, id, 1_001);
  await deleteLongAgo(call, cardId);
  const stop = new AbortController();
  let slices = 0;
  const now = () => {
    slices += 1;
    if (slices === 4) stop.abort();
    return new Date();
  };
  await keepLeads({ ...app(), now }, stop.signal);
  const [{ count: kept } = {}] = await execute('select count(*)::integer as count from contacts');
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(1_001);
  await purgeCards(app());
  expect(await execute('select from business_cards')).toHaveLength(1);

  await keepLeads(app());
  await purgeCards(app());
  expect(await execute('select from business_cards')).toEqual([]);
  expect(await execute('select from lead_captures')).toEqual([]);
  expect(await countsOf(id)).toMatchObject([{ contacts: 1_001, leads: 0 }]);
  expect((await call('GET', '/api/contacts?q=grace1001')).body).toMatchObject([{ id: 'lead1001' }]);
});

it('Leads of a card that can still be restored stay leads', { tags: ['thorough'] }, async () => {
  const { call, id, cardId } = await ownerOfForm();
  await addLeads(cardId, id, 2);
  await call('DELETE', `/api/cards/${cardId}`);
  await keepLeads(app());
  await purgeCards(app());
  expect(await execute('select from lead_captures')).toHaveLength(2);
  expect(await execute('select from contacts')).toEqual([]);
});
