import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { signUp } from '#test/factories.ts';
import { imported, until, WAIT } from '#test/imports.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

/** The ids of contacts by their names. */
async function listIds(call: Client): Promise<Record<string, string>> {
  const people: { id: string; fullName: string }[] = (await call('GET', '/api/contacts')).body;
  return Object.fromEntries(people.map(({ id, fullName }) => [fullName, id]));
}

it('Undoing an import keeps whom the owner has a reminder for, and whose note they wrote or changed', async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const done = await imported(
    call,
    'Name,Email\nUntouched,a@example.com\nReminded,b@example.com\nNoted,c@example.com\nEdited,d@example.com',
    'a.csv',
  );
  const ids = await listIds(call);
  const reminder = { contactId: ids.Reminded, at: new Date(Date.now() + 3_600_000).toISOString() };
  expect((await call('POST', '/api/notices/reminders', reminder)).status).toBe(200);
  const note = { text: 'Likes tea', createdAt: '2020-05-13T15:00:00Z' };
  expect((await call('POST', `/api/contacts/${ids.Noted}/notes`, note)).status).toBe(200);
  const during = { text: 'Likes coffee', createdAt: done.finishedAt ?? done.createdAt };
  const { body } = await call('POST', `/api/contacts/${ids.Edited}/notes`, during);
  expect((await call('PATCH', `/api/contacts/notes/${body.id}`, { text: 'Likes milk' })).status).toBe(200);
  await call('POST', `/api/import/${done.id}/undo`);
  expect((await until(call, done.id, 'undone')).undo).toEqual({ removed: 1, kept: 3 });
});

it('Undoing an import keeps whom the owner wrote a note on while it ran', async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const done = await imported(call, 'Name,Notes\nUntouched,Met at the fair\nNoted,Likes milk', 'a.csv');
  const ids = await listIds(call);
  await call('POST', `/api/contacts/${ids.Noted}/notes`, { text: 'Likes tea' });
  const { db } = server.running.app;
  const later = new Date(Date.now() + 1_000);
  await db.update(contactImports).set({ finishedAt: later }).where(eq(contactImports.id, done.id));
  await call('POST', `/api/import/${done.id}/undo`);
  expect((await until(call, done.id, 'undone')).undo).toEqual({ removed: 1, kept: 1 });
  expect(Object.keys(await listIds(call))).toEqual(['Noted']);
});

it('Undoing an import keeps whom the owner gave a photo, or took one from, and not whom only the import gave one', {
  tags: ['thorough'],
}, async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const picture = async (background: string) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${(await picture('#101010')).toString('base64')}\r\n`;
  const names = ['Untouched', 'Replaced', 'Unpictured', 'Pictured'];
  const file = names.map(
    (name) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\n${name === 'Pictured' ? '' : photo}END:VCARD\r\n`,
  );
  const { id } = await imported(call, file.join(''), 'a.vcf');
  await vi.waitFor(
    async () => expect((await call('GET', `/api/import/${id}`)).body.photos).toMatchObject({ done: 3 }),
    WAIT,
  );
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await picture('#d4af37'))]), 'guest.jpg');
  const { url } = (await call('POST', '/api/media', form)).body;
  const ids = await listIds(call);
  const show = async (name: string, profileImage: string | null) =>
    expect((await call('PATCH', `/api/contacts/${ids[name]}`, { profileImage })).status).toBe(200);
  await show('Replaced', url);
  await show('Unpictured', null);
  await show('Pictured', url);
  await call('POST', `/api/import/${id}/undo`);
  expect((await until(call, id, 'undone')).undo).toEqual({ removed: 1, kept: 3 });
});
