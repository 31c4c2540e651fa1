import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isListed } from '#shared/people/contact-filters.ts';
import { CONTACT_FILTERS, type Person } from '#shared/people/contacts.ts';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it('A list narrowed by any filter and tag has the people that the contract says', async () => {
  const { call } = await signUp(server);
  const card = { name: 'Work', fullName: 'Ada', leadCaptureEnabled: true };
  const cardId = (await call('POST', '/api/cards', card)).body.id;
  const add = async (fields: object) => (await call('POST', '/api/contacts', fields)).body.id;
  const lead = async (status: string) => {
    const sent = { name: `Lead ${status}`, email: `${status}@example.com`, message: 'Hello' };
    const { id } = (await server.client()('POST', `/api/cards/${cardId}/leads`, sent)).body;
    await call('PATCH', `/api/contacts/leads/${id}`, { status });
    return id;
  };
  const [star, , old] = await Promise.all(
    ['Star', 'Nobody', 'Old'].map((fullName) =>
      add({ fullName, tags: fullName === 'Nobody' ? [] : ['Fair'] }),
    ),
  );
  await call('POST', `/api/contacts/${star}/favorite`);
  await call('POST', `/api/contacts/${old}/followed-up`, {});
  await server.running.app.db.execute(
    sql`update contacts set created_at = now() - interval '31 days' where id = ${old}`,
  );
  await lead('new');
  await lead('contacted');
  await call('POST', `/api/contacts/leads/${await lead('won')}/convert`);

  const list = async (query: object): Promise<Person[]> =>
    (await call('GET', `/api/contacts/people?limit=100&${new URLSearchParams({ ...query })}`)).body;
  const everybody = await list({});
  expect(everybody).toHaveLength(6);
  const namesOf = (people: Person[]) => people.map(({ fullName }) => fullName);
  const sizes = new Set<number>();
  for (const filter of CONTACT_FILTERS) {
    for (const query of [{ filter }, { filter, tag: 'Fair' }]) {
      const wanted = namesOf(everybody.filter((person) => isListed(person, query, new Date())));
      expect([query, namesOf(await list(query))]).toEqual([query, wanted]);
      sizes.add(wanted.length);
    }
  }
  expect([...sizes].sort()).toEqual([0, 1, 3, 5, 6]);
});
