import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

interface Group {
  by: string;
  differs: boolean;
  contacts: { id: string; fullName: string }[];
}

async function knowing(...people: Record<string, string>[]) {
  const owner = await signUp(server, 'Ada Owner');
  const ids: string[] = [];
  for (const person of people) ids.push((await owner.call('POST', '/api/contacts', person)).body.id);
  return { ...owner, ids };
}

describe('Possible duplicates', () => {
  it('begin with the surest, and end with those of whom only the name is the same', {
    tags: ['thorough'],
  }, async () => {
    const { call } = await knowing(
      { fullName: 'Max Namesake', email: 'max@one.example', phone: '+1 217 555 0101' },
      { fullName: 'Max Namesake', email: 'max@two.example', phone: '+1 217 555 0102' },
      { fullName: 'Eve Name', email: 'eve@one.example' },
      { fullName: 'Eve Name', email: 'eve@two.example', phone: '+1 217 555 0103' },
      { fullName: 'Phil One', phone: '+1 217 555 0104' },
      { fullName: 'Phil Two', phone: '+1 217 555 0104' },
      { fullName: 'Mae One', email: 'mae@example.com' },
      { fullName: 'Mae Two', email: 'mae@example.com' },
    );
    const found: Group[] = [];
    let path = '/api/contacts/duplicates?limit=1';
    for (let page = 0; path && page < 10; page += 1) {
      const { body, headers } = await call('GET', path);
      expect(body.length).toBeLessThanOrEqual(1);
      found.push(...body);
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(found.map(({ by, differs, contacts }) => [by, differs, contacts[0]?.fullName])).toEqual([
      ['mail', false, 'Mae One'],
      ['phone', false, 'Phil One'],
      ['name', false, 'Eve Name'],
      ['name', true, 'Max Namesake'],
    ]);
    expect((await call('GET', '/api/contacts/duplicates')).body).toHaveLength(4);
    expect((await call('GET', '/api/contacts/duplicates/count')).body).toEqual({ groups: 4, isMore: false });
    const outdated = Buffer.from(JSON.stringify(['mXYZ', 'key'])).toString('base64url');
    expect((await call('GET', `/api/contacts/duplicates?cursor=${outdated}`)).status).toBe(400);
  });

  it('are counted, not only those of the first page', async () => {
    const { call, id } = await knowing();
    await server.running.app.db.execute(sql`
      insert into contacts (id, user_id, full_name, email, source)
      select 'pair' || n || '-' || k, ${id}, 'Person' || n || 'x' || k, 'p' || n || '@example.com', 'manual'
      from generate_series(1, 120) n, generate_series(1, 2) k`);
    expect((await call('GET', '/api/contacts/duplicates/count')).body).toEqual({
      groups: 120,
      isMore: false,
    });
    const [first] = (await call('GET', '/api/contacts/duplicates')).body;
    const [keep, other] = first.contacts.map((one: { id: string }) => one.id);
    await call('POST', '/api/contacts/merge', { keep, others: [other] });
    expect((await call('GET', '/api/contacts/duplicates/count')).body.groups).toBe(119);
  });

  it('are found on the first page behind thousands of people who have none', {
    tags: ['thorough'],
  }, async () => {
    const { call, id } = await knowing();
    const { db } = server.running.app;
    await db.execute(sql`
      insert into contacts (id, user_id, full_name, email, source, is_matched)
      select 'lone' || n, ${id}, 'Lone', null, 'manual', true from generate_series(1, 2500) n
      union all select 'same' || n, ${id}, 'Same', null, 'manual', true from generate_series(1, 2) n`);
    await db.execute(sql`
      insert into contact_matches (user_id, key, contact_id)
      select ${id}, 'm' || id, id from contacts where user_id = ${id} and id like 'lone%'
      union all select ${id}, 'mz', id from contacts where user_id = ${id} and id like 'same%'`);
    const { body, headers } = await call('GET', '/api/contacts/duplicates');
    expect(body.map(({ contacts }: Group) => contacts.map((it) => it.id))).toEqual([['same1', 'same2']]);
    expect(headers.get('link')).toBe(null);
  });

  it('of five may be two, which are merged while the others stay', { tags: ['thorough'] }, async () => {
    const { call, ids } = await knowing(
      ...[1, 2, 3, 4, 5].map((n) => ({
        fullName: 'Max Namesake',
        email: `max@${n}.example`,
        company: `Firm ${n}`,
      })),
    );
    const [keep, other] = ids;
    const { body } = await call('POST', '/api/contacts/merge', { keep, others: [other], fields: {} });
    expect(body.contact).toMatchObject({ company: 'Firm 1', moreEmails: [{ value: 'max@2.example' }] });
    const [group] = (await call('GET', '/api/contacts/duplicates')).body;
    expect(group.contacts.map((one: { id: string }) => one.id)).toEqual([ids[0], ids[2], ids[3], ids[4]]);
  });
});
