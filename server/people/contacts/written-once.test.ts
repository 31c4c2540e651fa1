import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openPool } from '#server/db/open.ts';
import { metEvents } from '#server/db/schema/people.ts';
import { searchColumnsOf } from '#server/db/search/index-contacts.ts';
import { matchKeysOf } from '#server/db/search/match-keys.ts';
import { addSubmissions } from '#server/people/contacts/exchange/add-submissions.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { signUpWithCard } from '#test/factories.ts';
import { imported } from '#test/imports.ts';
import { keepListsOf } from '#test/keep-lists.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const db = () => server.running.app.db;

interface Made {
  text: string | null;
  grams: number[] | null;
  isMatched: boolean;
  keys: string[];
}

async function madeOf(id: string): Promise<Made | undefined> {
  const { rows } = await db().execute<Made & Record<string, unknown>>(sql`
    select search_text as text, (select array_agg(g order by g) from unnest(search_grams) g) as grams,
      is_matched as "isMatched", array(select key from contact_matches where contact_id = ${id} order by key) as keys
    from contacts where id = ${id}`);
  return rows[0];
}

/** Expects what list-upkeep would make of the contact. */
async function expectMade(id: string): Promise<void> {
  const made = await madeOf(id);
  expect(made).toMatchObject({ isMatched: true, text: expect.any(String) });
  await db().execute(
    sql`update contacts set search_text = null, search_grams = null, is_matched = false where id = ${id}`,
  );
  await db().execute(sql`delete from contact_matches where contact_id = ${id}`);
  await keepListsOf(server);
  expect(made).toEqual(await madeOf(id));
}

const VISITOR = {
  fullName: 'José  Núñez-Straße',
  email: 'Jose@Example.com',
  company: 'Ñandú & Co',
  phone: '+4930123456',
};
const at = { name: 'Fair of Öland', place: 'Kalmar', endsAt: new Date(Date.now() + 3_600_000).toISOString() };

it('A contact is found and recognized as soon as it is there, whichever way it comes', {
  tags: ['thorough'],
}, async () => {
  const { call, cardId } = await signUpWithCard(server);
  const visitor = server.client();
  const send = async () => (await visitor('POST', '/api/contacts/exchange', { ...VISITOR, cardId })).body.id;
  await expectMade(await send());
  const details = { moreEmails: [{ value: 'Second@Example.com', label: 'home' }], nickname: 'Pepe' };
  const added = await call('POST', '/api/contacts', { ...VISITOR, ...details });
  expect(added.status).toBe(200);
  await expectMade(added.body.id);
  await call('PUT', `/api/cards/${cardId}`, {
    leadCaptureEnabled: true,
    leadCaptureFields: ['name', 'email'],
  });
  const lead = await visitor('POST', `/api/cards/${cardId}/leads`, {
    name: 'Ann Lead',
    email: 'lead@example.com',
  });
  const converted = await call('POST', `/api/contacts/leads/${lead.body.id}/convert`);
  expect(converted.status).toBe(200);
  await expectMade(lead.body.id);
});

it('Twins of one key that arrive together are one contact, and disturb no one else', async () => {
  const { cardId, id } = await signUpWithCard(server);
  const ownerId = accountId.parse(id);
  const given = { ...VISITOR, cardId, ownerId, kind: 'contact', sender: 'x', address: 'x' } as const;
  const { searchText, searchGrams } = searchColumnsOf(id, given);
  const sent = (nth: string, reason: 'quick' | null = null) => ({
    ...{ ...given, id: id + nth, isKeyed: true, createdAt: new Date().toISOString(), reason, senderId: null },
    ...{
      searchText,
      searchGrams,
      matchKeys: matchKeysOf(given),
      searchedAt: null,
    },
  });
  const pool = openPool({ connectionString: server.running.app.config.databaseUrl }, () => {});
  const rules = { now: Date.now(), hourlyMax: null, room: server.running.app.submissions.room };
  const twins = [sent('a', 'quick'), sent('a'), sent('a'), sent('b')];
  const answers = await addSubmissions({ pool, canPrepare: false }, twins, rules);
  expect(answers.map((answer) => answer?.isAdded)).toEqual([true, true, true, true]);
  await expectMade(`${id}a`);
  await pool.end();
});

it('A person whom a later row of a file completes is recognized by what it adds', {
  tags: ['thorough'],
}, async () => {
  const { call } = await signUpWithCard(server);
  const file =
    'Name,Email,Phone\nGrace Hopper,grace@navy.example,\nGrace Hopper,grace@navy.example,+1 202 555 0143';
  const done = await imported(call, file, 'people.csv', { duplicates: 'fill' });
  expect(done.progress).toMatchObject({ added: 1, filled: 1 });
  const [grace] = (await call('GET', '/api/contacts')).body.filter(
    ({ fullName }: { fullName: string }) => fullName === 'Grace Hopper',
  );
  expect(grace).toMatchObject({ phone: '+1 202 555 0143' });
  await expectMade(grace.id);
});

it('A contact that is changed is found by its new words at once', { tags: ['thorough'] }, async () => {
  const { call, contactId } = await signUpWithCard(server);
  const changes = { fullName: 'Grace Brewster Hopper', tags: ['Navy'], email: 'other@example.com' };
  expect((await call('PATCH', `/api/contacts/${contactId}`, changes)).status).toBe(200);
  await expectMade(contactId);
  const bulk = { action: 'tag', tag: 'Compilers', ids: [contactId] };
  expect((await call('POST', '/api/contacts/bulk', bulk)).body).toMatchObject({ done: 1 });
  await expectMade(contactId);
  const deleted = await call('POST', '/api/contacts/bulk', { action: 'delete', ids: [contactId] });
  await call('POST', `/api/contacts/operations/${deleted.body.id}/undo`);
  await expectMade(contactId);
});

it('Whoever is met at an event is found by its name, also if another process has not heard of it', async () => {
  const { call, id, cardId } = await signUpWithCard(server);
  const send = async (email: string) =>
    (await server.client()('POST', '/api/contacts/exchange', { ...VISITOR, email, cardId })).body.id;
  expect((await call('PUT', '/api/contacts/event', at)).status).toBe(200);
  const first = await send('first@example.com');
  expect((await madeOf(first))?.text).toContain('fair of oland');
  await expectMade(first);
  await call('DELETE', '/api/contacts/event');
  await expectMade(await send('second@example.com'));
  // Another process began this one.
  const [startsAt, endsAt] = [new Date(Date.now() - 1_000), new Date(Date.now() + 60_000)];
  await db()
    .insert(metEvents)
    .values({ id: `${id}-event`, userId: id, name: 'Market', startsAt, endsAt });
  const third = await send('third@example.com');
  expect(await madeOf(third)).toMatchObject({ text: null, isMatched: true });
  await keepListsOf(server);
  expect((await madeOf(third))?.text).toContain('market');
});
