import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { toCursor } from '#server/db/keyset.ts';
import type { TimelineEntry } from '#shared/people/contact-book.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({}, () => clock.now);
const db = () => server.running.app.db;

let owner: Client;
let ownerId: string;
beforeAll(async () => {
  const person = await signUp(server, 'Ada Owner');
  owner = person.call;
  ownerId = person.id;
});

const add = async (): Promise<string> =>
  (await owner('POST', '/api/contacts', { fullName: 'Grace' })).body.id;
const read = (id: string, query = '') => owner('GET', `/api/contacts/${id}/timeline${query}`);
const lineOf = (entry: TimelineEntry) =>
  entry.type === 'note' ? entry.text : entry.type === 'reminder' ? entry.note : entry.kind;
const later = () => {
  clock.now = new Date(clock.now.getTime() + 60_000);
};

describe('The timeline of a contact', () => {
  it('has reminders to come, notes and events in one order, the latest first', async () => {
    const id = await add();
    later();
    await owner('POST', `/api/contacts/${id}/notes`, { text: 'Likes tea' });
    later();
    await owner('PATCH', `/api/contacts/${id}`, { company: 'Navy' });
    later();
    const { body: note } = await owner('POST', `/api/contacts/${id}/notes`, { text: 'Wants a call' });
    await owner('POST', '/api/notices/reminders', {
      contactId: id,
      at: '2026-05-15T09:00:00Z',
      note: 'Call',
    });
    await owner('POST', '/api/notices/reminders', { contactId: await add(), at: '2026-05-15T09:00:00Z' });
    const { body } = await read(id);
    expect(body.map(lineOf)).toEqual(['Call', 'Wants a call', 'changed', 'Likes tea', 'added']);
    expect(body[1]).toEqual({ type: 'note', ...note });
    expect(body[0]).toMatchObject({ type: 'reminder', at: '2026-05-15T09:00:00.000Z' });
    expect(body[2].details).toMatchObject({ to: { company: 'Navy' } });
    await owner('PATCH', `/api/contacts/notes/${note.id}`, { text: 'Wants a visit' });
    expect((await owner('GET', `/api/contacts/${id}`)).body.datedNotes).toHaveLength(2);
    expect((await owner('GET', `/api/contacts/${id}?notes=none`)).body.datedNotes).toEqual([]);
    expect((await read(id)).body[1]).toMatchObject({
      text: 'Wants a visit',
      changedAt: clock.now.toISOString(),
    });
  });

  it('is read to its beginning, page by page, even where everything is of one moment', async () => {
    const id = await add();
    await db().execute(sql`
      insert into contact_notes (id, user_id, contact_id, text, created_at)
      select 'Note' || n || ${id}, ${ownerId}, ${id}, 'text', ${clock.now.toISOString()}
      from generate_series(1, 40) n`);
    await db().execute(sql`
      insert into contact_history (id, user_id, contact_id, kind, created_at)
      select 'event' || n || ${id}, ${ownerId}, ${id}, 'followedUp', ${clock.now.toISOString()}
      from generate_series(1, 40) n`);
    const found: string[] = [];
    let path: string | undefined = `/api/contacts/${id}/timeline?limit=7`;
    while (path) {
      const { body, headers } = await owner('GET', path);
      expect(body.length).toBeLessThanOrEqual(7);
      found.push(...body.map((entry: TimelineEntry) => entry.id));
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(new Set(found).size).toBe(81);
    expect(found).toHaveLength(81);
    expect(found).toContain(id);
  });

  it('is its owner’s alone, and knows its own cursors', async () => {
    const id = await add();
    const other = await signUp(server);
    expect((await other.call('GET', `/api/contacts/${id}/timeline`)).status).toBe(404);
    expect((await server.client()('GET', `/api/contacts/${id}/timeline`)).status).toBe(401);
    expect((await owner('GET', '/api/contacts/nobody/timeline')).status).toBe(404);
    for (const cursor of [
      'x',
      toCursor({ key: 'yesterday', id }),
      toCursor({ key: '2026-02-30T00:00:00.000Z', id }),
    ])
      expect((await read(id, `?limit=5&cursor=${cursor}`)).status).toBe(400);
    expect((await read(id, '?limit=0')).status).toBe(400);
  });
});
