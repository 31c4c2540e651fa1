import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { settleContacts } from '#server/db/search/index-people.ts';
import { gramsOfQuery, listGrams } from '#server/db/search/search-sources.ts';
import { signUp, signUpWithCard } from '#test/factories.ts';
import { keepListsOf } from '#test/keep-lists.ts';
import type { Answer, Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const db = () => server.running.app.db;

type Owner = Awaited<ReturnType<typeof signUpWithCard>>;
interface Somebody {
  fullName: string;
  email?: string;
  company?: string;
}

const PEOPLE: Somebody[] = [
  { fullName: 'Zoë Ångström', company: 'Norrland AB' },
  { fullName: '山田太郎', company: '株式会社山水' },
  { fullName: 'Иван Петров', email: 'ivan@почта.example' },
  { fullName: 'محمد علي' },
  { fullName: 'Jürgen MÜLLER', company: 'Straßenbau' },
  { fullName: 'Ελένη ΟΔΥΣΣΕΎΣ' },
  { fullName: '김민준' },
  { fullName: 'अनिल कुमार' },
  { fullName: '100% O’Neil_x\\' },
];

async function meet(owner: Owner, people: Somebody[]): Promise<void> {
  const rows = people.map((person, nth) => ({ ...person, id: `${owner.id}-${nth}`, nth }));
  await db().execute(sql`
    insert into contacts (id, user_id, full_name, email, company, created_at)
    select id, ${owner.id}, "fullName", email, company, now() - nth * interval '1 hour'
    from json_to_recordset(${JSON.stringify(rows)}) as given (id text, nth int, "fullName" text, email text, company text)`);
}

const namesOf = ({ body }: Answer): string[] => body.map(({ fullName }: Somebody) => fullName);
const search = async (call: Client, q: string, path = '/api/contacts') =>
  namesOf(await call('GET', `${path}?limit=50&q=${encodeURIComponent(q)}`));

const EXPECTED: [string, string[]][] = [
  ['山', ['山田太郎']],
  ['山田', ['山田太郎']],
  ['株式会社', ['山田太郎']],
  ['иван', ['Иван Петров']],
  ['ИВАН П', ['Иван Петров']],
  ['почта', ['Иван Петров']],
  ['محمد', ['محمد علي']],
  ['مُحَمَّد', ['محمد علي']],
  ['MÜLLER', ['Jürgen MÜLLER']],
  ['muller', ['Jürgen MÜLLER']],
  ['üll', ['Jürgen MÜLLER']],
  ['strasse', ['Jürgen MÜLLER']],
  ['STRASSE', ['Jürgen MÜLLER']],
  ['ångstro\u0308m', ['Zoë Ångström']],
  ['angstrom', ['Zoë Ångström']],
  ['  norrland  ', ['Zoë Ångström']],
  ['οδυσσευς', ['Ελένη ΟΔΥΣΣΕΎΣ']],
  ['민', ['김민준']],
  ['कुमा', ['अनिल कुमार']],
  ['100%', ['100% O’Neil_x\\']],
  ['%', ['100% O’Neil_x\\']],
  ['_x\\', ['100% O’Neil_x\\']],
  ['ångström norrland', []],
  ['nobody', []],
];

describe.each(['before they are indexed', 'once they are indexed'])('People are found %s', (when) => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await signUpWithCard(server);
    await meet(owner, PEOPLE);
    if (when === 'once they are indexed') {
      await keepListsOf(server);
      const { rows } = await db().execute(sql`select from contacts where search_text is null`);
      expect(rows).toEqual([]);
    }
  });

  it.each(EXPECTED)('by %j', async (q, found) => {
    expect(await search(owner.call, q)).toEqual(found);
  });

  it('by nothing: all of them', async () => {
    expect(await search(owner.call, ' ')).toHaveLength(PEOPLE.length + 1);
  });

  it('by no text of somebody else’s list', async () => {
    const other = await signUp(server);
    expect(await search(other.call, 'muller')).toEqual([]);
    expect((await owner.call('GET', `/api/contacts?q=${'x'.repeat(201)}`)).status).toBe(400);
  });
});

describe('A long list', () => {
  const COUNT = 2_500;
  let owner: Owner;
  /** One in a hundred is rare, one in three is frequent, and a dozen at the very end differ from all others. */
  const kindOf = (nth: number) =>
    nth > COUNT - 12
      ? 'Last Person'
      : nth % 100 === 0
        ? 'Rare Bird'
        : nth % 3 === 0
          ? 'Third Wheel'
          : 'Anyone';

  beforeAll(async () => {
    owner = await signUpWithCard(server);
    await meet(
      owner,
      Array.from({ length: COUNT }, (_, nth) => ({
        fullName: `${kindOf(nth)} ${nth}`,
        email: `p${nth}@example.com`,
      })),
    );
    await keepListsOf(server);
    // The newest were added after that.
    await db().execute(sql`
      update contacts set search_text = null, search_grams = null
      where user_id = ${owner.id} and created_at > now() - interval '90 hours'`);
  });

  const readAll = async (q: string, limit: number) => {
    const found: string[] = [];
    let next: string | undefined = `/api/contacts/people?limit=${limit}&q=${encodeURIComponent(q)}`;
    while (next) {
      const answer: Answer = await owner.call('GET', next);
      found.push(...namesOf(answer));
      next = /^<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return found;
  };

  const MATCHES = 'gives every match of %j once and in order, page by page';
  const expectEveryMatch = async (q: string) => {
    const names = Array.from({ length: COUNT }, (_, nth) => `${kindOf(nth)} ${nth}`);
    const expected = names.filter((name, nth) =>
      `${name}\np${nth}@example.com`.toLowerCase().includes(q.toLowerCase()),
    );
    expect((await readAll(q, 200)).filter((name) => name !== 'Grace Hopper')).toEqual(expected);
  };
  it.each(['Last Person', 'rare bird', 'third wheel', 'person 2499', 'absent'])(MATCHES, expectEveryMatch);
  it.each(['p29', 'e', '@example.com'])(MATCHES, { tags: ['thorough'] }, expectEveryMatch);

  it('is the same list where an index is missing', { tags: ['thorough'] }, async () => {
    await db().execute(sql`drop index contacts_search`);
    const before = await readAll('rare bird', 7);
    await keepListsOf(server);
    const { rows } = await db().execute(
      sql`select indisvalid as valid from pg_index where indexrelid = 'contacts_search'::regclass`,
    );
    expect(rows).toEqual([{ valid: true }]);
    expect(await readAll('rare bird', 7)).toEqual(before);
    expect(before).toHaveLength(25);
  });

  it('forgets the old name of a renamed contact', { tags: ['thorough'] }, async () => {
    await db().execute(sql`update contacts set full_name = 'Brigitte' where id = ${`${owner.id}-2000`}`);
    expect(await search(owner.call, 'Brigitte')).toEqual(['Brigitte']);
    expect(await search(owner.call, 'rare bird 2000')).toEqual([]);
    await keepListsOf(server);
    expect(await search(owner.call, 'brig')).toEqual(['Brigitte']);
  });
});

describe('A long list that is not indexed yet', () => {
  it('gives no empty first page while somebody is found further on', { tags: ['thorough'] }, async () => {
    const owner = await signUp(server);
    await db().execute(sql`
      insert into contacts (id, user_id, full_name, created_at)
      select ${owner.id} || n, ${owner.id}, 'Guest ' || n, now() - n * interval '1 minute' from generate_series(1, 7000) n`);
    expect(namesOf(await owner.call('GET', '/api/contacts?q=guest%206999'))).toEqual(['Guest 6999']);
    expect(namesOf(await owner.call('GET', '/api/contacts/people?q=guest%206998'))).toEqual(['Guest 6998']);
    const nobody = await owner.call('GET', '/api/contacts/people?q=nobody');
    expect([nobody.body, nobody.headers.get('link')]).toEqual([[], null]);
    await settleContacts(db(), 7_000);
    const { rows } = await db().execute<{ known: number }>(
      sql`select reltuples::int as known from pg_class where oid = 'contacts'::regclass`,
    );
    expect(rows[0]?.known).toBeGreaterThanOrEqual(7_000);
  });
});

describe('Contacts and leads', () => {
  it('are searched and paged as one list, each known for what it is', { tags: ['thorough'] }, async () => {
    const owner = await signUpWithCard(server);
    await db().execute(sql`
      insert into lead_captures (id, card_id, card_owner_id, lead_name, lead_email, lead_company, created_at)
      select ${owner.id} || 'lead' || n, ${owner.cardId}, ${owner.id}, 'Lead ' || n, 'lead@example.com', 'Müller AG',
        now() - n * interval '2 hours' from generate_series(1, 5) n`);
    await meet(
      owner,
      Array.from({ length: 5 }, (_, nth) => ({ fullName: `Contact ${nth}`, company: 'Muller' })),
    );
    const read = async () => {
      const all: string[] = [];
      let next: string | undefined = '/api/contacts/people?limit=3&q=MULLER';
      while (next) {
        const answer: Answer = await owner.call('GET', next);
        for (const { isLead, fullName } of answer.body) expect(isLead).toBe(fullName.startsWith('Lead'));
        all.push(...namesOf(answer));
        next = /^<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      return all;
    };
    const merged = ['Contact 0', 'Contact 1', 'Lead 1', 'Contact 2', 'Contact 3', 'Lead 2', 'Contact 4'];
    const expected = [...merged, 'Lead 3', 'Lead 4', 'Lead 5'];
    const sorted = (names: string[]) => names.toSorted();
    expect(sorted(await read())).toEqual(sorted(expected));
    await keepListsOf(server);
    const found = await read();
    expect(sorted(found)).toEqual(sorted(expected));
    expect(found.indexOf('Lead 3')).toBeGreaterThan(found.indexOf('Contact 4'));
    const favorites = await owner.call('GET', '/api/contacts/people?filter=favorites');
    expect(favorites.body).toEqual([]);
    expect((await server.client()('GET', '/api/contacts/people')).status).toBe(401);
  });
});

describe('The grams of a text', () => {
  it('hold those of every part of it', () => {
    const text = 'zoe angstrom\nzoe@norrland.example\n山田';
    const grams = new Set(listGrams('owner', text));
    for (const part of ['z', 'ngs', 'angstrom', 'zoe@norrland.example', '山', '山田', 'e a']) {
      expect(gramsOfQuery('owner', part).every((gram) => grams.has(gram))).toBe(true);
    }
    expect(gramsOfQuery('owner', 'mz').every((gram) => grams.has(gram))).toBe(false);
    expect(gramsOfQuery('other', 'zoe').every((gram) => grams.has(gram))).toBe(false);
  });
});
