import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const db = () => server.running.app.db;

describe('Texts', () => {
  it('stay with a contact that goes and comes back, and go along when it is merged', {
    tags: ['thorough'],
  }, async () => {
    const { call: owner, id: ownerId } = await signUp(server);
    const add = async (fields: object): Promise<string> =>
      (await owner('POST', '/api/contacts', fields)).body.id;
    const settled = async (id: string) => {
      const state = async () => (await owner('GET', `/api/contacts/operations/${id}`)).body.state;
      await expect.poll(state, { timeout: 20_000 }).toMatch(/^(done|undone)$/);
    };
    const [one, two] = [await add({ fullName: 'Text One' }), await add({ fullName: 'Text Two' })];
    await db().execute(sql`
      insert into text_messages (id, user_id, contact_id, number_hash, owner_name, message, consent_version, state)
      values ('text-two', ${ownerId}, ${two}, 'hash', 'Ada', 'Hi', '1', 'sent')`);
    const whose = async () => {
      const { rows } = await db().execute(
        sql`select contact_id as id from text_messages where id = 'text-two'`,
      );
      return rows[0]?.id;
    };
    const gone = await owner('POST', '/api/contacts/bulk', { action: 'delete', ids: [two] });
    await settled(gone.body.id);
    expect(await whose()).toBeNull();
    await owner('POST', `/api/contacts/operations/${gone.body.id}/undo`);
    await settled(gone.body.id);
    expect(await whose()).toBe(two);
    const merged = await owner('POST', '/api/contacts/merge', { keep: one, others: [two], fields: {} });
    expect(await whose()).toBe(one);
    await owner('POST', `/api/contacts/operations/${merged.body.operation.id}/undo`);
    await settled(merged.body.operation.id);
    expect(await whose()).toBe(two);
  });
});
