import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contactOperations } from '#server/db/schema/people-changes.ts';
import { signUpWithCard } from '#test/factories.ts';
import { workBesideOlder } from '#test/older-release.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { runOperation } from './operations.ts';

const server = shareTestServer();

it('an operation is locked before its account, as by the release before, so that neither waits for the other', async () => {
  const { app } = server.running;
  const { call, id: userId, contactId } = await signUpWithCard(server);
  const { body: other } = await call('POST', '/api/contacts', { fullName: 'Grace Hopper' });
  const merged = await call('POST', '/api/contacts/merge', {
    keep: contactId,
    others: [other.id],
    fields: {},
  });
  const { id } = merged.body.operation;
  await app.db.update(contactOperations).set({ state: 'undoing' }).where(eq(contactOperations.id, id));
  const row = sql`select from contact_operations where id = ${id}`;
  await workBesideOlder(app, { row, userId }, () => runOperation(app, { id }));
  expect((await call('GET', `/api/contacts/operations/${id}`)).body.state).toBe('undone');
  expect((await call('GET', `/api/contacts/${other.id}`)).status).toBe(200);
});
