import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { keepToRetention } from '#server/people/recipients/retention.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { imported } from '#test/imports.ts';
import { startReceiving } from '#test/receiving.ts';

const { app, giveAndOpen, kept, later, made, post } = startReceiving();

/** The columns of all tables in which a word is, also those of the queue. */
async function placesOf(word: string): Promise<string[]> {
  const { rows } = await app().db.execute<{ table: string; column: string }>(sql`
    select format('%I.%I', table_schema, table_name) as "table", quote_ident(column_name) as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY'))`);
  // As PostgreSQL writes bytes.
  const inHex = Buffer.from(word).toString('hex');
  const found: string[] = [];
  for (const { table, column } of rows) {
    const text = sql.raw(`${column}::text`);
    const { rows: has } = await app().db.execute(sql`
      select from ${sql.raw(table)} where ${text} ilike ${`%${word}%`} or ${text} ilike ${`%${inHex}%`} limit 1`);
    if (has.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/** A person of whom something is kept wherever it can be; everything has the word in it. */
async function makeKnown(word: string) {
  const { id, path, email } = await giveAndOpen({
    fullName: `${word} Hopper`,
    company: `${word} Ltd`,
    notes: `${word} wrote this`,
  });
  const { owner } = made;
  await owner('PATCH', `/api/contacts/${id}`, { jobTitle: `${word} admiral` });
  await owner('POST', `/api/contacts/${id}/notes`, { text: `${word} again` });
  const due = new Date(app().now().getTime() + DAY_MS).toISOString();
  await owner('POST', '/api/reminders', { personId: id, dueAt: due, note: `Call ${word}` });
  const { body: other } = await owner('POST', '/api/contacts', { fullName: 'Another' });
  await owner('POST', '/api/contacts/merge', { keep: id, others: [other.id], fields: {} });
  const file = `Name,Email,Nickname\n${word} Hopper,${email},${word} nick\n`;
  await imported(owner, file, 'people.csv', { duplicates: 'fill' });
  expect(await placesOf(word)).toEqual(expect.arrayContaining(['public.contacts.full_name']));
  return { id, path };
}

describe('Nothing that was said of a person is kept', () => {
  it('once their owner has deleted them', async () => {
    const { id } = await makeKnown('deletia');
    expect((await made.owner('DELETE', `/api/contacts/${id}`)).status).toBe(200);
    expect(await placesOf('deletia')).toEqual([]);
  });

  it('once they have withdrawn on their private page', async () => {
    const { path, id } = await makeKnown('withdrawnia');
    expect((await post(path, { action: 'withdraw' })).status).toBe(200);
    expect(await kept(id)).toBeUndefined();
    expect(await placesOf('withdrawnia')).toEqual([]);
  });

  it('once they are no longer to be kept', { tags: ['thorough'] }, async () => {
    const { id } = await makeKnown('retentia');
    await app().db.execute(sql`delete from reminders where person_id = ${id}`);
    await app().db.execute(
      sql`update contacts set created_at = created_at - interval '7 months' where id = ${id}`,
    );
    for (const table of ['contact_history', 'contact_notes'])
      await app().db.execute(sql`
        update ${sql.identifier(table)} set created_at = created_at - interval '7 months' where contact_id = ${id}`);
    expect((await made.owner('PUT', '/api/recipients/retention', { months: 6 })).body).toMatchObject({
      due: 1,
    });
    await keepToRetention(app());
    await vi.waitFor(
      async () => {
        const waiting = sql`select from retention_notices where announced_at is null`;
        expect((await app().db.execute(waiting)).rows).toEqual([]);
      },
      { timeout: 20_000, interval: 20 },
    );
    later(8 * DAY_MS);
    await keepToRetention(app());
    expect(await kept(id)).toBeUndefined();
    expect(await placesOf('retentia')).toEqual([]);
  });
});
