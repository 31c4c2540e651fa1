import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { contactTags } from '#server/db/schema/people.ts';
import { eraseReferences, readReferences } from '#server/infra/erase-references.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();
const db = () => server.running.app.db;

it('Rows that stay although they were deleted end the work with an error', async () => {
  const { id } = await signUp(server);
  await db().execute(
    sql`insert into contact_tags (user_id, folded, name) select ${id}, 'tag' || n, 'tag' || n from generate_series(1, 5) n`,
  );
  await db().execute(
    sql`create function test_keep() returns trigger language plpgsql as $$ begin return null; end $$`,
  );
  await db().execute(
    sql`create trigger test_keep before delete on contact_tags for each row execute function test_keep()`,
  );
  const references = (await readReferences(db(), 'users')).filter(({ table }) => table === 'contact_tags');
  const stay = /contact_tags stay although/;
  await expect(eraseReferences(server.running.app, references, id, { rows: 2 })).rejects.toThrow(stay);
  await expect(deleteInSteps(db(), contactTags.userId, eq(contactTags.userId, id))).rejects.toThrow(stay);
});
