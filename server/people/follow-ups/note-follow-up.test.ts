import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { contactImportRows, contactImports } from '#server/db/schema/people-changes.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { imported } from '#test/imports.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({}, () => clock.now);

let owner: Client;
let ownerId: OwnId;
let cardId: string;

beforeAll(async () => {
  const person = await signUp(server, 'Ada Owner');
  owner = person.call;
  ownerId = person.id;
  cardId = (await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada Owner' })).body.id;
});

/** A new contact, made by exchange or by hand. */
async function meet(more: object = {}): Promise<string> {
  const person = { fullName: 'Grace Hopper', email: 'grace@navy.example', ...more };
  const sent = { ...person, cardId };
  const { status, body } = await server.client()('POST', '/api/contacts/exchange', sent);
  expect(status).toBe(200);
  return body.id;
}

const shown = async (id: string) => {
  const people = (await owner('GET', '/api/contacts/people')).body;
  return people.find((person: { id: string }) => person.id === id).followedUpAt;
};
const letterTo = async (id: string) =>
  (await owner('GET', `/api/contacts/${id}/followup-suggestions`)).body[0];

it('A follow-up is noted with its time, shown in the lists, and taken back', async () => {
  const id = await meet();
  const note = (body: object) => owner('POST', `/api/contacts/${id}/followed-up`, body);
  expect(await shown(id)).toBeNull();
  const first = clock.now.toISOString();
  expect((await note({ way: 'mail' })).body).toEqual({ id, followedUpAt: first, before: null });
  clock.now = new Date('2026-05-14T15:00:00Z');
  const second = clock.now.toISOString();
  expect((await note({})).body).toEqual({ id, followedUpAt: second, before: first });
  expect(await shown(id)).toBe(second);
  const [contact] = (await owner('GET', '/api/contacts')).body;
  expect(contact.followedUpAt).toBe(second);
  expect((await note({ at: first })).body).toEqual({ id, followedUpAt: first, before: second });
  expect((await note({ at: null })).body).toEqual({ id, followedUpAt: null, before: first });
  expect((await note({ at: null })).body).toEqual({ id, followedUpAt: null, before: null });
  expect(await shown(id)).toBeNull();
});

it('What somebody else noted since is neither taken back nor lost from the history', async () => {
  const id = await meet();
  const note = (body: object) => owner('POST', `/api/contacts/${id}/followed-up`, body);
  const mine = (await note({ way: 'copy' })).body.followedUpAt;
  clock.now = new Date(clock.now.getTime() + 60_000);
  const theirs = (await note({ way: 'mail' })).body.followedUpAt;
  const kept = { id, followedUpAt: theirs, before: theirs };
  for (const latest of [mine, null]) expect((await note({ at: null, latest })).body).toEqual(kept);
  expect(await shown(id)).toBe(theirs);
  const told = async () =>
    (await owner('GET', `/api/contacts/${id}/history`)).body.map(({ kind }: { kind: string }) => kind);
  expect((await told()).filter((kind: string) => kind === 'followedUp')).toHaveLength(2);
  expect((await note({ at: mine, latest: theirs })).body).toEqual({ id, followedUpAt: mine, before: theirs });
  expect((await told()).filter((kind: string) => kind === 'followedUp')).toHaveLength(1);
  // An app of an earlier release does not say what it knows of.
  expect((await note({ at: null })).body).toEqual({ id, followedUpAt: null, before: mine });
});

it.each([
  { at: '2026-05-15T00:00:00Z' },
  { at: 'yesterday' },
  { at: 5 },
  { at: null, latest: 5 },
  { way: 'pigeon' },
  [],
])('A follow-up of %j is refused and changes nothing', async (body) => {
  const id = await meet();
  const { status, body: refusal } = await owner('POST', `/api/contacts/${id}/followed-up`, body);
  expect([status >= 400 && status < 500, typeof refusal.message]).toEqual([true, 'string']);
  expect(await shown(id)).toBeNull();
});

it('What the contact wrote is thanked for, notes that the owner wrote are never mentioned', async () => {
  const id = await meet({ notes: 'Call me about compilers' });
  expect((await letterTo(id)).message).toContain('Thank you for your message.');
  await owner('PATCH', `/api/contacts/${id}`, { notes: 'Talks too much' });
  const { message, facts } = await letterTo(id);
  expect(message).toContain('Thank you for your message.');
  expect(facts).toContainEqual({ label: 'Their message', value: 'Call me about compilers' });
  expect(JSON.stringify([message, facts])).not.toContain('Talks');
  const byHand = await owner('POST', '/api/contacts', { fullName: 'Zoë', notes: 'Talks too much' });
  expect(JSON.stringify(await letterTo(byHand.body.id))).not.toContain('Talks');
});

it('Notes that came with a file are never quoted, whatever was changed since', async () => {
  const id = await meet();
  const { db } = server.running.app;
  await db.insert(contactImports).values({
    id: 'fill',
    userId: ownerId,
    fileName: 'a.csv',
    blobName: 'a',
    state: 'done',
    createdAt: clock.now,
  });
  await db.insert(contactImportRows).values({
    importId: 'fill',
    line: 1,
    outcome: 'filled',
    contactId: id,
    after: { notes: 'Talks too much' },
  });
  await db.execute(sql`update contacts set notes = 'Talks too much' where id = ${id}`);
  expect(JSON.stringify(await letterTo(id))).not.toContain('Talks');
  await owner('PATCH', `/api/contacts/${id}`, { company: 'Navy' });
  expect(JSON.stringify(await letterTo(id))).not.toContain('Talks');
});

it('Notes that came with a file are not quoted either once the import is forgotten', {
  tags: ['thorough'],
}, async () => {
  const id = await meet({ email: 'rear@navy.example' });
  const { id: fileId } = await imported(
    owner,
    'Name,Email,Notes\nGrace Hopper,rear@navy.example,Talks too much',
    'a.csv',
    {
      duplicates: 'fill',
    },
  );
  await server.running.app.db.delete(contactImports).where(eq(contactImports.id, fileId));
  expect((await owner('GET', `/api/contacts/${id}`)).body.notes).toBe('Talks too much');
  expect(JSON.stringify(await letterTo(id))).not.toContain('Talks');
  const { body: history } = await owner('GET', `/api/contacts/${id}/history`);
  expect(history).toMatchObject([{ kind: 'imported', details: { name: 'a.csv' } }]);
});

it('What another contact had sent is not quoted to the one that it was merged into', async () => {
  const keep = await meet();
  clock.now = new Date(clock.now.getTime() + 1_000);
  const gone = await meet({ notes: 'Call me about compilers' });
  await owner('PATCH', `/api/contacts/${gone}`, { company: 'Navy' });
  await owner('POST', '/api/contacts/merge', { keep, others: [gone] });
  await owner('PATCH', `/api/contacts/${keep}`, { notes: 'Talks too much' });
  expect(JSON.stringify(await letterTo(keep))).not.toMatch(/Talks|compilers/);
});

it('A letter is in the language of the contact, and says where they met', async () => {
  const id = await meet({ fullName: 'Maria Schmidt', phone: '+49 30 901820' });
  await owner('PATCH', `/api/contacts/${id}`, { metPlace: 'Berlin', metEvent: 'Cloud Expo' });
  const { message, language } = await letterTo(id);
  expect(language).toBe('de');
  expect(message).toContain('heute auf der Cloud Expo in Berlin');

  const path = `/api/contacts/${id}/followup-suggestions`;
  const [inFrench] = (await owner('POST', path, { language: 'fr' })).body;
  expect([inFrench.language, (await letterTo(id)).language]).toEqual(['fr', 'fr']);
});
