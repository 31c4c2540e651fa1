import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { keepListsOf } from '#test/keep-lists.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({}, () => clock.now);
const db = () => server.running.app.db;

let owner: Client;
let other: Client;
let ownerId: string;
let cardId: string;
beforeAll(async () => {
  const person = await signUp(server, 'Ada Owner');
  owner = person.call;
  ownerId = person.id;
  other = (await signUp(server, 'Other Owner')).call;
  cardId = (await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada', leadCaptureEnabled: true }))
    .body.id;
});

const add = async (fields: object): Promise<string> => (await owner('POST', '/api/contacts', fields)).body.id;
const meet = async (fields: object): Promise<string> =>
  (await server.client()('POST', '/api/contacts/exchange', { email: 'guest@example.com', cardId, ...fields }))
    .body.id;
const read = async (id: string) => (await owner('GET', `/api/contacts/${id}`)).body;
const settled = async (id: string) => {
  const state = async () => (await owner('GET', `/api/contacts/operations/${id}`)).body.state;
  await expect.poll(state, { timeout: 20_000 }).toMatch(/^(done|undone)$/);
};
const forget = () => db().execute(sql`delete from contacts where user_id = ${ownerId}`);
/** The columns that say when a row last changed, and by whom: undoing is a change, too. */
const CHANGE = sql`array['change_number', 'change_at', 'actor_kind', 'actor_id', 'updated_at']`;
/** The database's columns of these contacts, except for those derived from others. */
const stateOf = async (...ids: string[]) => {
  const list = sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  const { rows } = await db().execute(sql`
    select (select jsonb_agg(to_jsonb(c) - 'search_text' - 'search_grams' - 'is_matched' - ${CHANGE} order by id) from contacts c where id in ${list}) as contacts,
      (select jsonb_agg(to_jsonb(n) - ${CHANGE} order by id) from contact_notes n where contact_id in ${list}) as notes,
      (select jsonb_agg(to_jsonb(h) order by id) from contact_history h where contact_id in ${list}) as history`);
  return rows[0];
};

describe('A contact', () => {
  it('is changed in every field, and its history keeps what the person had sent', async () => {
    const id = await meet({ fullName: 'Grace Hoper', phone: '+1 202 555 0142', notes: 'Hello' });
    const changes = {
      fullName: 'Grace Hopper',
      email: 'grace@example.com',
      phone: '+44 20 7946 0000',
      phoneLabel: 'Work',
      moreEmails: [{ value: 'g@navy.example', label: 'Navy' }],
      morePhones: [{ value: '+1 202 555 0199', label: '' }],
      moreWebsites: [{ value: 'https://hopper.example', label: '' }],
      addresses: [{ label: 'Home', street: '1 Main St', city: 'Arlington', country: 'US' }],
      nickname: 'Amazing Grace',
      birthday: '--12-09',
      tags: ['VIP', 'vip', 'Navy'],
      metPlace: 'Lisbon',
      metAt: '2026-05-01T10:00:00Z',
      otherProperties: [{ name: 'X-ANIMAL', parameters: { TYPE: ['pet'] }, value: 'cat' }],
    };
    clock.now = new Date(clock.now.getTime() + 1_000);
    const { status } = await owner('PATCH', `/api/contacts/${id}`, changes);
    expect(status).toBe(200);
    const contact = await read(id);
    expect(contact).toMatchObject({
      ...changes,
      tags: ['vip', 'Navy'],
      phoneE164: '+442079460000',
      morePhones: [{ value: '+1 202 555 0199', label: '', e164: '+12025550199' }],
      metAt: '2026-05-01T10:00:00.000Z',
    });
    const { body } = await owner('GET', `/api/contacts/${id}/history`);
    expect(body.map(({ kind }: { kind: string }) => kind)).toEqual(['changed', 'sent']);
    expect(body[1].details.fields).toMatchObject({ fullName: 'Grace Hoper', email: 'guest@example.com' });
    expect(body[0].details.to).toMatchObject({ fullName: 'Grace Hopper', birthday: '--12-09' });
    expect((await owner('GET', '/api/contacts?q=amazing')).body).toMatchObject([{ id }]);
    expect((await owner('GET', '/api/contacts?q=navy')).body).toMatchObject([{ id }]);
    const listed = (await owner('GET', '/api/contacts/people?q=navy')).body[0];
    expect(listed).toMatchObject({ id, metAt: contact.metAt, createdAt: contact.createdAt });
  });

  it.each([
    [{ birthday: '1985-02-30' }, 'birthday'],
    [{ fullName: ' ' }, 'fullName'],
    [{ moreEmails: [{ value: 'nobody', label: '' }] }, 'moreEmails.0.value'],
    [{ morePhones: Array.from({ length: 11 }, () => ({ value: '1' })) }, 'morePhones'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags'],
    [{ profileImage: 'https://elsewhere.example/a.jpg' }, 'profileImage'],
    [{ profileImage: `/media/${'0'.repeat(64)}.jpg` }, 'profileImage'],
    [{ otherProperties: [{ name: 'X', value: 'x'.repeat(20_001) }] }, 'otherProperties'],
  ])('refuses %j and changes nothing', async (changes, field) => {
    const id = await add({ fullName: 'Someone' });
    const before = await read(id);
    const { status, body } = await owner('PATCH', `/api/contacts/${id}`, changes);
    expect(status).toBe(422);
    expect(Object.keys(body.fields)[0]).toContain(field.split('.')[0]);
    expect(await read(id)).toEqual(before);
  });

  it('has notes with their time, which only their owner can touch', async () => {
    const id = await add({ fullName: 'Noted' });
    const note = (await owner('POST', `/api/contacts/${id}/notes`, { text: ' First\u0000 ' })).body;
    expect(note).toMatchObject({ text: 'First', createdAt: clock.now.toISOString(), changedAt: null });
    expect((await other('PATCH', `/api/contacts/notes/${note.id}`, { text: 'Mine' })).status).toBe(404);
    expect((await owner('POST', `/api/contacts/${id}/notes`, { text: ' ' })).status).toBe(422);
    const changed = await owner('PATCH', `/api/contacts/notes/${note.id}`, { text: 'Second' });
    expect(changed.body).toMatchObject({ text: 'Second', changedAt: clock.now.toISOString() });
    expect((await owner('DELETE', `/api/contacts/notes/${note.id}`)).status).toBe(200);
    expect((await owner('DELETE', `/api/contacts/notes/${note.id}`)).status).toBe(404);
    expect((await read(id)).datedNotes).toEqual([]);
  });
});

describe('An event', () => {
  it('is carried by contacts and leads that arrive meanwhile, and by no others', async () => {
    const before = await meet({ fullName: 'Too Early' });
    const event = {
      name: 'Web Summit',
      place: 'Lisbon',
      endsAt: new Date(clock.now.getTime() + DAY_MS).toISOString(),
    };
    expect((await owner('PUT', '/api/contacts/event', event)).body.event).toMatchObject(event);
    const during = await meet({ fullName: 'Right There' });
    await server.client()('POST', `/api/cards/${cardId}/leads`, {
      name: 'A Lead',
      email: 'lead@example.com',
    });
    expect(await read(during)).toMatchObject({ metEvent: 'Web Summit', metPlace: 'Lisbon' });
    expect((await owner('GET', '/api/contacts/people')).body).toContainEqual(
      expect.objectContaining({ fullName: 'A Lead', metEvent: 'Web Summit' }),
    );
    await owner('DELETE', '/api/contacts/event');
    clock.now = new Date(clock.now.getTime() + 1_000);
    const after = await meet({ fullName: 'Too Late' });
    expect([await read(before), await read(after)]).toMatchObject([{ metEvent: null }, { metEvent: null }]);
    expect(
      (await owner('PUT', '/api/contacts/event', { ...event, endsAt: '2026-05-01T00:00:00Z' })).status,
    ).toBe(422);
  });
});

describe('Contacts that are one person', () => {
  it('are found, also after a change, merged by field, and brought back exactly', async () => {
    await forget();
    const one = await meet({
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+44 20 7946 0000',
      notes: 'Hi',
    });
    const two = await add({
      fullName: 'Lovelace, Ada',
      email: 'ada@work.example',
      company: 'Engines',
      notes: 'Yours',
    });
    await owner('POST', `/api/contacts/${two}/notes`, { text: 'Kept' });
    await owner('PATCH', `/api/contacts/${two}`, { tags: ['Math'], birthday: '1815-12-10' });
    const found = await owner('GET', '/api/contacts/duplicates');
    expect(found.body).toMatchObject([{ by: 'name', contacts: [{}, {}] }]);
    const before = await stateOf(one, two);
    const { status, body } = await owner('POST', '/api/contacts/merge', {
      keep: one,
      others: [two],
      fields: { email: two },
    });
    expect(status).toBe(200);
    expect(body.contact).toMatchObject({
      id: one,
      fullName: 'Ada Lovelace',
      email: 'ada@work.example',
      moreEmails: [{ value: 'ada@example.com' }],
      morePhones: [],
      company: 'Engines',
      birthday: '1815-12-10',
      tags: ['Math'],
    });
    expect((await read(one)).datedNotes.map(({ text }: { text: string }) => text).sort()).toEqual([
      'Kept',
      'Yours',
    ]);
    expect((await owner('GET', `/api/contacts/${two}`)).status).toBe(404);
    expect((await owner('GET', '/api/contacts/duplicates')).body).toEqual([]);
    expect((await other('POST', `/api/contacts/operations/${body.operation.id}/undo`)).status).toBe(404);
    const undone = await owner('POST', `/api/contacts/operations/${body.operation.id}/undo`);
    expect(undone.body).toMatchObject({ state: 'undone', done: 0 });
    const after = await stateOf(one, two);
    expect(after).toMatchObject({ contacts: before?.contacts, notes: before?.notes });
    await owner('POST', '/api/contacts/duplicates/apart', { ids: [two, one] });
    expect((await owner('GET', '/api/contacts/duplicates')).body).toEqual([]);
    await owner('PATCH', `/api/contacts/${two}`, { email: 'ADA@example.com' });
    expect((await owner('GET', '/api/contacts/duplicates')).body).toEqual([]);
  });

  it('are not everybody who shares the number of a switchboard, and keys are made by the job, too', async () => {
    await forget();
    await db().execute(sql`
      insert into contacts (id, user_id, full_name, phone_e164, source)
      select 'switchboard' || n, ${ownerId}, 'Person' || n, '+4930555000', 'manual' from generate_series(1, 60) n`);
    await add({ fullName: 'Twin One', email: 'twin@example.com' });
    await add({ fullName: 'Twin Two', email: 'TWIN@example.com' });
    await keepListsOf(server);
    const { rows } = await db().execute(sql`select from contacts where not is_matched`);
    expect(rows).toEqual([]);
    const { body } = await owner('GET', '/api/contacts/duplicates');
    expect(body).toMatchObject([{ by: 'mail', contacts: [{}, {}] }]);
  });
});

describe('Many contacts', () => {
  const summary = async () => (await owner('GET', '/api/contacts/summary')).body;

  it('are tagged, filtered by the tag, and untagged again, exactly those', async () => {
    await forget();
    const ids = await Promise.all(
      ['One Person', 'Two Person', 'Three Person'].map((fullName) => add({ fullName })),
    );
    await owner('PATCH', `/api/contacts/${ids[0]}`, { tags: ['Fair'] });
    const made = await owner('POST', '/api/contacts/bulk', { action: 'tag', tag: 'FAIR', ids });
    expect(made.body).toMatchObject({ state: 'done', done: 2 });
    expect((await owner('GET', '/api/contacts/people?tag=Fair')).body).toHaveLength(3);
    await owner('POST', `/api/contacts/operations/${made.body.id}/undo`);
    expect((await owner('GET', '/api/contacts/people?tag=Fair')).body).toMatchObject([{ id: ids[0] }]);
    await owner('POST', '/api/contacts/bulk', { action: 'favorite', ids });
    expect((await owner('GET', '/api/contacts?filter=favorites')).body).toHaveLength(3);
    const deleted = await owner('DELETE', '/api/contacts/tags/Fair');
    await settled(deleted.body.id);
    const tags = (await owner('GET', '/api/contacts/tags')).body.map(({ name }: { name: string }) => name);
    expect(tags).not.toContain('Fair');
    expect((await read(ids[0] ?? '')).tags).toEqual([]);
  });

  it('go and come back whole, with counts, over several pages and while it still runs', {
    tags: ['thorough'],
  }, async () => {
    await forget();
    await db().execute(sql`
      insert into contacts (id, user_id, card_id, full_name, tags, source, created_at)
      select 'many' || n, ${ownerId}, ${cardId}, 'Person ' || n, array['Bulk'], 'manual', now() - n * interval '1 minute'
      from generate_series(1, 1200) n`);
    await owner('POST', '/api/contacts/many7/notes', { text: 'Seven' });
    const ids = ['many7', 'many1199'];
    const [before, counts] = [await stateOf(...ids), await summary()];
    const future = new Date(Date.now() + DAY_MS).toISOString();
    const { body } = await owner('POST', '/api/contacts/bulk', {
      action: 'delete',
      all: { q: 'person', asOf: future },
      except: ['many3'],
    });
    await settled(body.id);
    expect((await owner('GET', '/api/contacts')).body).toMatchObject([{ id: 'many3' }]);
    expect((await summary()).contacts).toBe(1);
    await owner('POST', `/api/contacts/operations/${body.id}/undo`);
    await settled(body.id);
    expect(await stateOf(...ids)).toEqual(before);
    expect(await summary()).toEqual(counts);
    const hurried = await owner('POST', '/api/contacts/bulk', { action: 'delete', all: { asOf: future } });
    await owner('POST', `/api/contacts/operations/${hurried.body.id}/undo`);
    await settled(hurried.body.id);
    expect((await summary()).contacts).toBe(counts.contacts);
  });

  it.each([
    [{ action: 'tag', ids: ['a'] }],
    [{ action: 'delete' }],
    [{ action: 'delete', ids: ['a'], all: { asOf: '2026-05-13T15:00:00Z' } }],
    [{ action: 'delete', all: { asOf: 'now' } }],
  ])('are left alone by %j', async (sent) => {
    expect((await owner('POST', '/api/contacts/bulk', sent)).status).toBeOneOf([400, 422]);
  });

  it('of somebody else are out of reach', async () => {
    const id = await add({ fullName: 'Mine' });
    const answer = await other('POST', '/api/contacts/bulk', { action: 'delete', ids: [id] });
    expect(answer.body).toMatchObject({ state: 'done', done: 0 });
    expect((await read(id)).fullName).toBe('Mine');
    expect((await other('POST', '/api/contacts/merge', { keep: id, others: ['many3'] })).status).toBe(404);
  });

  it('are narrowed by filters that are saved, replaced and deleted', async () => {
    const save = (query: object) => owner('POST', '/api/contacts/filters', { name: 'Fair', query });
    await save({ q: 'x' });
    const { body } = await save({ filter: 'favorites', tag: 'Math' });
    expect((await owner('GET', '/api/contacts/filters')).body).toEqual([body]);
    expect((await other('DELETE', `/api/contacts/filters/${body.id}`)).status).toBe(404);
    await owner('DELETE', `/api/contacts/filters/${body.id}`);
    expect((await owner('GET', '/api/contacts/filters')).body).toEqual([]);
  });
});
