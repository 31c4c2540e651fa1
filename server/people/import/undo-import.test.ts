import { expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { imported, until } from '#test/imports.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it('Undoing an import keeps whom the owner has a reminder for, and whose note they changed', async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const done = await imported(
    call,
    'Name,Email\nUntouched,a@example.com\nReminded,b@example.com\nNoted,c@example.com',
    'a.csv',
  );
  const people: { id: string; fullName: string }[] = (await call('GET', '/api/contacts')).body;
  const idOf = (name: string) => people.find(({ fullName }) => fullName === name)?.id;
  const reminder = { contactId: idOf('Reminded'), at: new Date(Date.now() + 3_600_000).toISOString() };
  expect((await call('POST', '/api/notices/reminders', reminder)).status).toBe(200);
  // As old as one that came with the file.
  const note = { text: 'Likes tea', createdAt: '2020-05-13T15:00:00Z' };
  const { body } = await call('POST', `/api/contacts/${idOf('Noted')}/notes`, note);
  expect((await call('PATCH', `/api/contacts/notes/${body.id}`, { text: 'Likes coffee' })).status).toBe(200);
  await call('POST', `/api/import/${done.id}/undo`);
  expect((await until(call, done.id, 'undone')).undo).toEqual({ removed: 1, kept: 2 });
});
