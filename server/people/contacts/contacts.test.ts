import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemFor } from '#server/access/system.ts';
import type { UserContext } from '#server/context.ts';
import { readExported } from '#server/people/contacts/export/read-exported.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({}, () => clock.now);
const signedIn = async (): Promise<Client> => (await signUp(server, 'Ada Owner')).call;

async function meet(owner: Client, fullName: string, notes: string): Promise<string> {
  const { body: card } = await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada Owner' });
  const details = { fullName, email: 'guest@example.com', notes, cardId: card.id };
  const { status, body } = await server.client()('POST', '/api/contacts/exchange', details);
  expect(status).toBe(200);
  return body.id;
}

describe('The list of contacts', () => {
  let owner: Client;
  let cardId: string;
  const names = async () =>
    (await owner('GET', '/api/contacts')).body.map(({ fullName }: { fullName: string }) => fullName);
  const share = async (fullName: string, more: object = {}) => {
    clock.now = new Date(clock.now.getTime() + 1_000);
    const details = { fullName, email: 'guest@example.com', cardId, ...more };
    return (await server.client()('POST', '/api/contacts/exchange', details)).body.id;
  };
  beforeAll(async () => {
    owner = await signedIn();
    cardId = (await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada Owner' })).body.id;
  });

  it('is empty at first, and newest first then', async () => {
    expect(await names()).toEqual([]);
    for (const name of ['Grace', 'Katherine', 'Dorothy']) await share(name);
    expect(await names()).toEqual(['Dorothy', 'Katherine', 'Grace']);
  });

  it('remembers favorites, one press on and one press off', async () => {
    const [{ id }] = (await owner('GET', '/api/contacts')).body;
    const press = async () => (await owner('POST', `/api/contacts/${id}/favorite`)).body.isFavorite;
    expect([await press(), await press(), await press()]).toEqual([true, false, true]);
    expect((await owner('GET', '/api/contacts')).body[0].isFavorite).toBe(true);
    await Promise.all(Array.from({ length: 10 }, press));
    expect((await owner('GET', '/api/contacts')).body[0].isFavorite).toBe(true);
  });

  it('marks a favorite as a call says, however often it arrives', async () => {
    const [{ id }] = (await owner('GET', '/api/contacts')).body;
    const mark = (body: object) => owner('POST', `/api/contacts/${id}/favorite`, body);
    for (const isFavorite of [false, false, true, true])
      expect((await mark({ isFavorite })).body.isFavorite).toBe(isFavorite);
    expect((await mark({})).body.isFavorite).toBe(false);
    expect((await mark({})).body.isFavorite).toBe(true);
    expect((await mark({ isFavorite: 'yes' })).status).toBe(422);
  });

  it('loses a deleted contact, once', async () => {
    const id = await share('Someone');
    expect(await names()).toContain('Someone');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner('DELETE', `/api/contacts/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(await names()).not.toContain('Someone');
  });

  it('keeps the card’s name when the card is gone', async () => {
    await owner('DELETE', `/api/cards/${cardId}`);
    expect((await owner('GET', '/api/contacts')).body[0]).toMatchObject({ cardName: 'Work' });
    await owner('POST', `/api/cards/${cardId}/restore`);
  });

  it('is exported as a CSV file of the day that spreadsheets may open', async () => {
    await share('=HYPERLINK("https://evil.example")', {
      company: 'Acme; Sons, "Inc."',
      phone: '+1-555-010-9999',
      jobTitle: '@SUM(A1)',
    });
    const { status, headers, bytes } = await owner('GET', '/api/contacts/export?format=csv');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('filename="Goldleaf_Contacts_2026-05-13.csv"');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from('efbbbf', 'hex'));
    const table: string[][] = parse(bytes, { bom: true });
    expect(table[0]).toEqual(['Name', 'Email', 'Phone', 'Company', 'Job Title']);
    expect(table[1]).toEqual([
      '\'=HYPERLINK("https://evil.example")',
      'guest@example.com',
      '+1 555 010 9999',
      'Acme; Sons, "Inc."',
      "'@SUM(A1)",
    ]);
    expect(table).toHaveLength(1 + (await names()).length);
    const [head, ...lines] = bytes.toString().split('\r\n').slice(0, -1);
    expect(head).toBe('\uFEFFName,Email,Phone,Company,Job Title');
    for (const line of lines) expect(line).toMatch(/^"(.*"){9}$/);
    expect((await owner('GET', '/api/contacts/export?format=xlsx')).status).toBe(400);
    const named = await owner('GET', '/api/contacts/export?name=contacts.csv');
    expect(named.headers.get('content-disposition')).toContain('filename="contacts.csv"');
    expect((await owner('GET', '/api/contacts/export?name=virus.exe')).status).toBe(400);
  });

  it('is nobody else’s', async () => {
    const other = await signedIn();
    const [{ id }] = (await owner('GET', '/api/contacts')).body;
    expect((await other('GET', '/api/contacts')).body).toEqual([]);
    expect((await other('GET', '/api/contacts/export')).text).toBe(
      '\uFEFFName,Email,Phone,Company,Job Title\r\n',
    );
    expect((await other('DELETE', `/api/contacts/${id}`)).status).toBe(404);
    expect((await other('POST', `/api/contacts/${id}/favorite`)).status).toBe(404);
    expect((await other('GET', `/api/contacts/${id}/followup-suggestions`)).status).toBe(404);
  });
});

describe('Notes on a contact', () => {
  it('are changed by their owner, cleaned, and emptied', async () => {
    const owner = await signedIn();
    const path = `/api/contacts/${await meet(owner, 'Grace Hopper', 'Met at the fair')}`;
    const changed = await owner('PATCH', path, { notes: '  Call in May\r\nabout compilers\u0000 ' });
    expect(changed).toMatchObject({
      status: 200,
      body: { fullName: 'Grace Hopper', notes: 'Call in May\nabout compilers' },
    });
    expect((await owner('PATCH', path, {})).body.notes).toBe('Call in May\nabout compilers');
    expect((await owner('PATCH', path, { notes: '' })).body.notes).toBeNull();
    expect((await owner('GET', '/api/contacts')).body).toMatchObject([{ notes: null }]);
  });

  it('keep their length, and a change says nothing about what is no field', async () => {
    const owner = await signedIn();
    const path = `/api/contacts/${await meet(owner, 'Katherine Johnson', 'Hello')}`;
    const { body } = await owner('PATCH', path, {
      notes: 'Hi',
      isFavorite: true,
      source: 'manual',
    });
    expect(body).toMatchObject({ notes: 'Hi', source: 'exchange', isFavorite: false });
    const refused = await owner('PATCH', path, { notes: 'x'.repeat(2_001) });
    expect(refused).toMatchObject({ status: 422, body: { fields: { notes: expect.any(String) } } });
  });

  it('are out of reach for others and the signed out', async () => {
    const owner = await signedIn();
    const path = `/api/contacts/${await meet(owner, 'Dorothy Vaughan', 'Hello')}`;
    const other = await signedIn();
    expect((await other('PATCH', path, { notes: 'mine now' })).status).toBe(404);
    expect((await server.client()('PATCH', path, { notes: 'x' })).status).toBe(401);
    expect((await owner('GET', '/api/contacts')).body).toMatchObject([{ notes: 'Hello' }]);
  });
});

it.each(['', 'Guest'])(
  'An export has few long notes in memory at once (search: “%s”)',
  { tags: ['thorough'] },
  async (q) => {
    const { call, id } = await signUp(server, 'Ada Owner');
    const { app } = server.running;
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => call('POST', '/api/contacts', { fullName: `Guest ${nth}` })),
    );
    const ids = made.map(({ body }) => body.id as string);
    const { rows } = await app.db.execute<{ bytes: number }>(sql`
    with added as (
      insert into contact_notes (id, user_id, contact_id, text)
      select contact_id || ' ' || nth, ${id}, contact_id, repeat('é', 5000)
      from json_array_elements_text(${JSON.stringify(ids.slice(1))}::json) as contact_id, generate_series(1, 120) as nth
      returning text
    ) select sum(octet_length(text))::integer as bytes from added`);
    expect(rows[0]?.bytes).toBe(6_000_000);
    const ctx = { ...app, ...systemFor(id as OwnId) } as unknown as UserContext;
    const parts: number[] = [];
    const read: string[] = [];
    for await (const part of readExported(ctx, { q, filter: 'all' })) {
      read.push(...part.map((contact) => contact.id));
      parts.push(Buffer.byteLength(JSON.stringify(part.map(({ moreNotes }) => moreNotes))));
    }
    expect(read.toSorted()).toEqual(ids.toSorted());
    expect(parts.length).toBeGreaterThan(2);
    expect(Math.max(...parts)).toBeLessThan(3_000_000);
  },
);
