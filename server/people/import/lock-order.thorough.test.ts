import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { signUp } from '#test/factories.ts';
import { imported, until } from '#test/imports.ts';
import { workBesideOlder } from '#test/older-release.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { undoRows } from './undo-import.ts';

const server = shareTestServer();

it('an import is locked before its account, as by the release before, so that neither waits for the other', async () => {
  const { app } = server.running;
  const { call, id: userId } = await signUp(server);
  const { id } = await imported(call, 'Name,Email\nGrace Hopper,grace@example.com', 'one.csv');
  const isThis = eq(contactImports.id, id);
  // A lease of another process keeps our own from going on by itself.
  const leased = { leaseHolder: 'another', leaseUntil: sql`now() + interval '1 minute'` };
  const [row] = await app.db
    .update(contactImports)
    .set({ state: 'undoing', ...leased })
    .where(isThis)
    .returning();
  if (!row) throw new Error('The import was not returned.');
  const older = sql`select from contact_imports where id = ${id}`;
  await workBesideOlder(app, { row: older, userId }, () => undoRows(app, row));
  expect((await until(call, id, 'undone')).undo).toEqual({ removed: 1, kept: 0 });
});
