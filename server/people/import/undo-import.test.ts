import { eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { mediaOwners } from '#server/db/schema/cards.ts';
import { contactMedia } from '#server/db/schema/people.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { signUp } from '#test/factories.ts';
import { imported, ready, until, WAIT } from '#test/imports.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { undoRows } from './undo-import.ts';

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

it('Undoing an import takes back contacts that have many notes', async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const notes = Array.from({ length: 150 }, (_, nth) => `NOTE:Note ${nth}\r\n`).join('');
  const cards = Array.from(
    { length: 40 },
    (_, nth) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Contact ${nth}\r\n${notes}END:VCARD\r\n`,
  );
  const twice = ['', notes].map(
    (more) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Twice\r\nEMAIL:twice@example.com\r\n${more}END:VCARD\r\n`,
  );
  const { id } = await imported(call, [...twice, ...cards].join(''), 'a.vcf', { duplicates: 'fill' });
  await call('POST', `/api/import/${id}/undo`);
  expect((await until(call, id, 'undone')).undo).toEqual({ removed: 42, kept: 0 });
});

const pictureOf = async (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();

const mailOf = (name: string) => `${name.toLowerCase()}@example.com`;

/** A file with a contact for each of these names, a * before those that come with a photo. */
async function vcardsOf(names: string[]): Promise<string> {
  const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${(await pictureOf('#101010')).toString('base64')}\r\n`;
  const cards = names.map((marked) => {
    const name = marked.replace('*', '');
    return `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEMAIL:${mailOf(name)}\r\n${marked === name ? '' : photo}END:VCARD\r\n`;
  });
  return cards.join('');
}

/** Waits until so many of an import's photos are there. */
const untilPhotos = (call: Client, id: string, done: number) =>
  vi.waitFor(
    async () => expect((await call('GET', `/api/import/${id}`)).body.photos).toMatchObject({ done }),
    WAIT,
  );

/** Returns a function that gives a contact another photo, or takes its photo. */
async function photographer(call: Client) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await pictureOf('#d4af37'))]), 'guest.jpg');
  const { url } = (await call('POST', '/api/media', form)).body;
  return async (id: string | undefined, has: boolean) => {
    const profileImage = has ? url : null;
    expect((await call('PATCH', `/api/contacts/${id}`, { profileImage })).status).toBe(200);
    return url as string;
  };
}

it('Undoing an import keeps whom the owner gave a photo, or took one from, and not whom only the import gave one', {
  tags: ['thorough'],
}, async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const file = await vcardsOf(['*Untouched', '*Replaced', '*Unpictured', 'Pictured']);
  const { id } = await imported(call, file, 'a.vcf');
  await untilPhotos(call, id, 3);
  const show = await photographer(call);
  const ids = await listIds(call);
  await show(ids.Replaced, true);
  await show(ids.Unpictured, false);
  await show(ids.Pictured, true);
  await call('POST', `/api/import/${id}/undo`);
  expect((await until(call, id, 'undone')).undo).toEqual({ removed: 1, kept: 3 });
});

it('Undoing an import takes back the photos that it gave contacts which were there, or came with a later row', async () => {
  const { call } = await signUp(server, 'Ada Owner');
  for (const fullName of ['Filled', 'Replaced'])
    expect((await call('POST', '/api/contacts', { fullName, email: mailOf(fullName) })).status).toBe(200);
  const file = await vcardsOf(['*Filled', '*Replaced', 'Twice', '*Twice', 'Unpictured', '*Unpictured']);
  const { id } = await imported(call, file, 'a.vcf', { duplicates: 'fill' });
  await untilPhotos(call, id, 4);
  const ids = await listIds(call);
  const show = await photographer(call);
  const chosen = await show(ids.Replaced, true);
  await show(ids.Unpictured, false);
  await call('POST', `/api/import/${id}/undo`);
  // Of `Unpictured`, the row that added it.
  expect((await until(call, id, 'undone')).undo).toEqual({ removed: 4, kept: 2 });
  expect(Object.keys(await listIds(call)).toSorted()).toEqual(['Filled', 'Replaced', 'Unpictured']);
  expect((await call('GET', `/api/contacts/${ids.Filled}`)).body).toMatchObject({ profileImage: null });
  expect((await call('GET', `/api/contacts/${ids.Replaced}`)).body).toMatchObject({ profileImage: chosen });
  const { db } = server.running.app;
  const links = await db
    .select()
    .from(contactMedia)
    .where(inArray(contactMedia.contactId, Object.values(ids)));
  expect(links.map(({ contactId }) => contactId)).toEqual([ids.Replaced]);
  const holds = await db
    .select()
    .from(mediaOwners)
    .where(
      inArray(
        mediaOwners.userId,
        links.map(({ userId }) => userId),
      ),
    );
  // The sweep frees the space of the one that nothing shows any more.
  expect(
    holds.map(({ mediaName, idleSince }) => [`/media/${mediaName}` === chosen, idleSince === null]),
  ).toEqual(
    expect.arrayContaining([
      [true, true],
      [false, false],
    ]),
  );
});

it('Undoing an import takes back what it did to a contact whose photo another process decodes', async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const { body } = await call('POST', '/api/contacts', { fullName: 'Filled', email: mailOf('Filled') });
  const { id } = await ready(call, await vcardsOf(['*Filled']), 'a.vcf');
  const { app } = server.running;
  const { run } = app.pictures;
  const decoded = vi.spyOn(app.pictures, 'run').mockImplementationOnce(async (...task) => {
    const bytes = await run(...task);
    await call('POST', `/api/import/${id}/undo`);
    const [row] = await app.db.select().from(contactImports).where(eq(contactImports.id, id));
    if (row) await undoRows(app, row);
    return bytes;
  });
  await call('POST', `/api/import/${id}/start`, { duplicates: 'fill' });
  expect((await until(call, id, 'undone')).undo).toEqual({ removed: 1, kept: 0 });
  await app.imports.turns.get(id);
  decoded.mockRestore();
  expect((await call('GET', `/api/contacts/${body.id}`)).body).toMatchObject({ profileImage: null });
});
