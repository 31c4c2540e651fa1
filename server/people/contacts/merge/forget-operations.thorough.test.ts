import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { purgeSubmissions } from '#server/people/contacts/contacts.jobs.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { CONTACT_ROOM } from '#shared/people/contact-room.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({}, () => clock.now);
const db = () => server.running.app.db;

/** Adds a contact and deletes it; resolves to the id of the deletion. */
async function remove(owner: Client, fullName: string): Promise<string> {
  const { id } = (await owner('POST', '/api/contacts', { fullName })).body;
  const { body } = await owner('POST', '/api/contacts/bulk', { action: 'delete', ids: [id] });
  return body.id;
}

/** For which of these operations something is kept. */
async function keptFor(...ids: string[]): Promise<string[]> {
  const { rows } = await db().execute<{ id: string }>(sql`
    select distinct operation_id as id from contact_undo_rows
    where operation_id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`);
  return ids.filter((id) => rows.some((row) => row.id === id));
}

describe('Deleted contacts', () => {
  it('can no longer be brought back after 30 days', async () => {
    const { call: owner } = await signUp(server);
    const deletion = await remove(owner, 'Gone');
    clock.now = new Date(clock.now.getTime() + 31 * DAY_MS);
    await purgeSubmissions(server.running.app);
    const { call: late } = await signUp(server, 'Late Owner');
    expect((await late('POST', `/api/contacts/operations/${deletion}/undo`)).status).toBe(404);
    expect(await keptFor(deletion)).toEqual([]);
  });

  it('can be brought back until newer changes were made to as many as an account may have', async () => {
    const { call: owner } = await signUp(server);
    const first = await remove(owner, 'First');
    clock.now = new Date(clock.now.getTime() + 1_000);
    const second = await remove(owner, 'Second');
    const many = CONTACT_ROOM.paying.people;
    await db().execute(sql`update contact_operations set done = ${many} where id = ${second}`);
    clock.now = new Date(clock.now.getTime() + 1_000);
    const third = await remove(owner, 'Third');
    await expect.poll(() => keptFor(first, second, third)).toEqual([second, third]);
    const undo = (id: string) => owner('POST', `/api/contacts/operations/${id}/undo`);
    expect((await undo(first)).status).toBe(404);
    expect((await undo(second)).status).toBe(200);
    expect((await owner('GET', '/api/contacts')).body).toMatchObject([{ fullName: 'Second' }]);
  });

  it('are not brought back in part, while what was kept of them goes or after that broke off', async () => {
    const { call: owner } = await signUp(server);
    const [begun, undoing] = [await remove(owner, 'Begun'), await remove(owner, 'Undoing')];
    await db().execute(
      sql`update contact_operations set details = details || '{"isForgotten": true}' where id = ${begun}`,
    );
    expect((await owner('POST', `/api/contacts/operations/${begun}/undo`)).status).toBe(404);
    await db().execute(sql`update contact_operations set state = 'undoing' where id = ${undoing}`);
    const later = { startAfter: new Date(Date.now() + DAY_MS) };
    await server.running.app.queue.send(db(), 'contact-operation', { id: undoing }, later);
    clock.now = new Date(clock.now.getTime() + 31 * DAY_MS);
    await purgeSubmissions(server.running.app);
    expect(await keptFor(begun, undoing)).toEqual([undoing]);
  });
});
