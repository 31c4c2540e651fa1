import { expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { imported, until } from '#test/imports.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it('Undoing an import keeps whom the owner has a reminder for, and whose note they wrote or changed', async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const done = await imported(
    call,
    'Name,Email\nUntouched,a@example.com\nReminded,b@example.com\nNoted,c@example.com\nEdited,d@example.com',
    'a.csv',
  );
  const people: { id: string; fullName: string }[] = (await call('GET', '/api/contacts')).body;
  const idOf = (name: string) => people.find(({ fullName }) => fullName === name)?.id;
  const reminder = { contactId: idOf('Reminded'), at: new Date(Date.now() + 3_600_000).toISOString() };
  expect((await call('POST', '/api/notices/reminders', reminder)).status).toBe(200);
  const note = { text: 'Likes tea', createdAt: '2020-05-13T15:00:00Z' };
  expect((await call('POST', `/api/contacts/${idOf('Noted')}/notes`, note)).status).toBe(200);
  const during = { text: 'Likes coffee', createdAt: done.finishedAt ?? done.createdAt };
  const { body } = await call('POST', `/api/contacts/${idOf('Edited')}/notes`, during);
  expect((await call('PATCH', `/api/contacts/notes/${body.id}`, { text: 'Likes milk' })).status).toBe(200);
  await call('POST', `/api/import/${done.id}/undo`);
  expect((await until(call, done.id, 'undone')).undo).toEqual({ removed: 1, kept: 3 });
});
