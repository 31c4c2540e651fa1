import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { countContactUse } from '#server/db/count-contact-use.ts';
import { signUpWithCard } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const server = startTestServer();
const db = () => server.running.app.db;

interface Use extends Record<string, unknown> {
  bytes: string;
  undo_bytes: string;
}

/** The counters' figures, and those of counting all of it anew. */
async function usesOf(userId: string): Promise<{ counted: Use | undefined; anew: Use | undefined }> {
  const counted = await db().execute<Use>(sql`
    select sum(bytes)::bigint as bytes, sum(undo_bytes)::bigint as undo_bytes from (
      select bytes, undo_bytes from contact_use where user_id = ${userId}
      union all select bytes, undo_bytes from contact_use_changes where user_id = ${userId}
    ) as parts`);
  const anew = await db().execute<Use>(sql`select bytes, undo_bytes from count_contact_use(${userId})`);
  return { counted: counted.rows[0], anew: anew.rows[0] };
}

async function expectExact(userId: string): Promise<Use> {
  const { counted, anew } = await usesOf(userId);
  expect(counted).toEqual(anew);
  return anew ?? { bytes: '', undo_bytes: '' };
}

async function livesALot(call: Client, cardId: string): Promise<void> {
  const share = (fullName: string, notes = '') =>
    server.client()('POST', '/api/contacts/exchange', { cardId, fullName, email: 'b@example.com', notes });
  const add = async (fullName: string): Promise<string> =>
    (await call('POST', '/api/contacts', { fullName, notes: 'n'.repeat(1_500) })).body.id;
  await share('Ärzte Süd', 'é'.repeat(900));
  const [first, second, third] = [await add('Ada'), await add('Bea'), await add('Cleo')];
  await call('PATCH', `/api/contacts/${first}`, { notes: 'Shorter.', tags: ['fair', 'berlin'] });
  await call('POST', `/api/contacts/${first}/notes`, { text: 'A note of its own.' });
  await call('POST', '/api/contacts/merge', { keep: first, others: [second], fields: {} });
  await call('DELETE', `/api/contacts/${third}`);
}

describe('The bytes of contacts', () => {
  it('are exact after adding, changing, merging, deleting and undoing', { tags: ['thorough'] }, async () => {
    const { call, id, cardId } = await signUpWithCard(server);
    await livesALot(call, cardId);
    const { bytes, undo_bytes: undoBytes } = await expectExact(id);
    expect(Number(bytes)).toBeGreaterThan(3_000);
    expect(Number(undoBytes)).toBeGreaterThan(1_500);
    await countContactUse(db());
    expect(await expectExact(id)).toMatchObject({ bytes });
    await db().execute(sql`delete from contacts where user_id = ${id}`);
    await db().execute(sql`delete from contact_undo_rows`);
    expect(await expectExact(id)).toEqual({ bytes: '0', undo_bytes: '0' });
  });

  it('are counted once for accounts from before, whatever is added meanwhile', {
    tags: ['thorough'],
  }, async () => {
    const { call, id, cardId } = await signUpWithCard(server);
    await livesALot(call, cardId);
    await countContactUse(db());
    await db().execute(sql`update contact_use set bytes = null, undo_bytes = null where user_id = ${id}`);
    await call('POST', '/api/contacts', { fullName: 'Meanwhile' });
    await countContactUse(db());
    await countContactUse(db());
    await expectExact(id);
  });

  it('include every text of a contact and a lead', async () => {
    const left = [
      'id',
      'user_id',
      'card_id',
      'card_owner_id',
      'holder_id',
      'profile_image',
      'search_text',
      'search_grams',
      'actor_kind',
      'actor_id',
    ];
    const { rows } = await db().execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name in ('contacts', 'lead_captures')
        and data_type in ('text', 'jsonb', 'ARRAY')
        and column_name not in (select json_array_elements_text(${JSON.stringify(left)}::json))
        and pg_get_functiondef(('size_' || table_name)::regproc) !~ ('\\m' || column_name || '\\M')`);
    expect(rows).toEqual([]);
  });
});
