import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { workOn } from '#server/infra/long-work/run-long-work.ts';
import { createPictureQueue } from '#server/infra/pictures/picture-queue.ts';
import { AppError } from '#shared/contract/errors.ts';
import { signUp } from '#test/factories.ts';
import { imported, ready, until, upload } from '#test/imports.ts';
import { killAtTasks } from '#test/killed-children.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { importWork } from './import-work.ts';
import { openImports } from './imports.ts';

const server = shareTestServer();
/** A file that is read, and that the server is done with: its turn reads the row once more, and would go on. */
const readByNow = async (call: Client, content = 'Name\nGrace Hopper', name = 'a.csv'): Promise<string> => {
  const { id } = await ready(call, content, name);
  await server.running.app.imports.turns.get(id);
  return id;
};

const owner = async (): Promise<Client> => (await signUp(server, 'Ada Owner')).call;

describe('An import', () => {
  it('fills in columns of its own beside those of an earlier file, once', {
    tags: ['thorough'],
  }, async () => {
    const person = await owner();
    const mail = 'charles@example.com';
    const card = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Charles', `EMAIL:${mail}`];
    card.push('X-SOCIALPROFILE;TYPE=flickr;X-USER=charles:x-apple:charles', 'END:VCARD');
    await imported(person, card.join('\n'), 'a.vcf', { duplicates: 'add' });
    const file = `Name,Email,Badge,Table\nCharles,${mail},7,12`;
    await imported(person, file, 'b.csv', { duplicates: 'fill' });
    await imported(person, file.replace(',7,', ',8,'), 'c.csv', { duplicates: 'fill' });
    await imported(person, card.join('\n'), 'a.vcf', { duplicates: 'fill' });
    const { text } = await person('GET', '/api/contacts/export?format=vcard4');
    expect(text.match(/(?<=X-CUSTOM:)\d+|(?<=LABEL:)[BT]\w+|X-SOCIALPROFILE/gi)).toEqual([
      'X-SOCIALPROFILE',
      ...['7', 'Badge', '12', 'Table'],
    ]);
  });

  it('waits for its owner while its columns make nobody of any row', { tags: ['thorough'] }, async () => {
    const call = await owner();
    const { id } = await ready(call, 'Plaats;Naam\nUtrecht;Grace Hopper\nDelft;Alan Turing', 'x.csv');
    const path = `/api/import/${id}/columns`;
    await call('PUT', path, { targets: ['skip', 'skip'] });
    const nobody = await until(call, id, 'ready');
    expect(nobody.preview).toMatchObject({ newPeople: 0, duplicates: 0 });
    await call('PUT', path, { targets: ['city', 'fullName'] });
    expect((await until(call, id, 'ready')).preview.newPeople).toBe(3);
  });

  it('adds the notes of a file to a contact that is there, once, and takes them back', {
    tags: ['thorough'],
  }, async () => {
    const own = await owner();
    const file = ['BEGIN:VCARD', 'FN:Ada', 'EMAIL:ada@a.example', 'NOTE:One', 'NOTE:Two', 'END:VCARD'].join(
      '\n',
    );
    const notesOf = async (id: string) =>
      (await own('GET', `/api/contacts/${id}`)).body.datedNotes.map(({ text }: { text: string }) => text);
    const { body } = await own('POST', '/api/contacts', { fullName: 'Ada', email: 'ada@a.example' });
    const first = await imported(own, file, 'a.vcf', { duplicates: 'fill' });
    await imported(own, file, 'b.vcf', { duplicates: 'fill' });
    expect(await notesOf(body.id)).toEqual(['Two']);
    await own('POST', `/api/import/${first.id}/undo`);
    await until(own, first.id, 'undone');
    expect(await notesOf(body.id)).toEqual([]);
  });

  it('says that there is no room where the disk fills up while a file arrives', async () => {
    const { store } = server.running.app.imports;
    const stage = await store.open();
    vi.spyOn(stage, 'write').mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    vi.spyOn(store, 'open').mockResolvedValueOnce(stage);
    const { status, body } = await upload(await owner(), 'Name\nGrace Hopper', 'a.csv');
    expect([status, body.message]).toEqual([503, expect.stringContaining('out of space')]);
  });

  it('writes at most 2,000 characters about a row into the file of problems', {
    tags: ['thorough'],
  }, async () => {
    const own = await owner();
    const mails = Array.from({ length: 30 }, (_, nth) => `EMAIL:${nth}${'x'.repeat(80)}`);
    const done = await imported(own, ['BEGIN:VCARD', 'FN:Ada', ...mails, 'END:VCARD'].join('\n'), 'a.vcf');
    const { text } = await own('GET', `/api/import/${done.id}/problems`);
    expect(text.split('\r\n')[1]).toHaveLength('"1","Imported",""'.length + 2_000);
  });

  it.each([
    ['its process refuses it', new AppError('invalid', 'Damaged'), 0, 'Damaged'],
    [
      'no try is left',
      new Error('A fault'),
      9,
      'The import stopped because of a problem on our end. Please try again.',
    ],
  ])('fails with a sentence if %s', async (_what, error, tries, message) => {
    const call = await owner();
    const { app } = server.running;
    const tasks = { ...app.imports.tasks, run: () => Promise.reject(error) };
    const broken = { ...app, imports: { ...app.imports, tasks } };
    for (const state of ['reading', 'running'] as const) {
      const id = await readByNow(call);
      await app.db.update(contactImports).set({ state, tries }).where(eq(contactImports.id, id));
      await workOn(broken, importWork, id);
      expect((await call('GET', `/api/import/${id}`)).body).toMatchObject({
        state: 'failed',
        error: message,
      });
    }
  });

  it('goes on if a process is killed in the middle of its work, and loses nothing', async () => {
    const call = await owner();
    const { app } = server.running;
    const imports = openImports({ store: app.imports.store, log: app.log });
    const pictures = createPictureQueue(app.log);
    onTestFinished(async () => void (await Promise.all([imports.close(), pictures.close()])));
    const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#d4af37' } })
      .jpeg()
      .toBuffer();
    const card = ['BEGIN:VCARD', 'FN:Ada', `PHOTO;ENCODING=b:${photo.toString('base64')}`, 'END:VCARD'];
    const id = await readByNow(call, card.join('\r\n'), 'a.vcf');
    const isThisOne = eq(contactImports.id, id);
    const isToDo = () => app.db.$count(contactImports, and(isThisOne, importWork.isToDo));
    const due = killAtTasks('read', 'crop');
    for (const change of [{ state: 'reading', rows: null }, { state: 'running' }] as const) {
      due.push('take');
      await app.db.update(contactImports).set(change).where(isThisOne);
      // A turn is over while a busy machine starts a process.
      while (await isToDo()) await workOn({ ...app, imports, pictures }, importWork, id);
    }
    const { state, progress, photos } = (await call('GET', `/api/import/${id}`)).body;
    expect([state, progress.added, photos.done, photos.leftOut, due]).toEqual(['done', 1, 1, 0, []]);
  });

  it('fails with a sentence if the database refuses its text', async () => {
    const call = await owner();
    const { app } = server.running;
    const id = await readByNow(call);
    await app.db
      .update(contactImports)
      .set({ state: 'reading', rows: null })
      .where(eq(contactImports.id, id));
    const columns = [{ heading: 'a\0b', target: 'skip', label: '', group: '', samples: [] }];
    const run = async () => ({ format: 'csv', source: null, rows: 1, photos: 0, columns });
    const tasks = { ...app.imports.tasks, run: run as unknown as typeof app.imports.tasks.run };
    await workOn({ ...app, imports: { ...app.imports, tasks } }, importWork, id);
    const { body } = await call('GET', `/api/import/${id}`);
    expect([body.state, body.error]).toEqual(['failed', 'This file contains text we can’t save.']);
  });

  it('is previewed one at a time, also after one that failed', async () => {
    const { inTurn } = server.running.app.imports;
    const steps: string[] = [];
    const first = inTurn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      steps.push('first');
      throw new Error('A fault');
    }).catch(() => steps.push('failed'));
    await inTurn(async () => steps.push('second'));
    await first;
    expect(steps[0]).toBe('first');
    expect(steps).toContain('second');
  });
});
