import fs from 'node:fs';
import path from 'node:path';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { mediaOwners } from '#server/db/schema/cards.ts';
import { contactNotes, contacts } from '#server/db/schema/people.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { DUE_NOW } from '#server/infra/long-work/lease.ts';
import { workOn } from '#server/infra/long-work/run-long-work.ts';
import { signUp } from '#test/factories.ts';
import { formOf, imported, ready, until, upload, WAIT } from '#test/imports.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { importWork } from './import-work.ts';

const server = shareTestServer();
const fixture = (name: string) => fs.readFileSync(path.join('test/fixtures/contacts', name));
const owner = async (): Promise<Client> => (await signUp(server, 'Ada Owner')).call;

const contactsOf = async (call: Client) => (await call('GET', '/api/contacts')).body;

describe('Importing contacts', () => {
  let call: Client;
  beforeAll(async () => {
    call = await owner();
  });

  it('shows what would happen, imports in the order of the file, and takes it all back', async () => {
    const preview = await ready(call, fixture('outlook.csv'), 'outlook.csv');
    expect(preview).toMatchObject({
      source: 'outlook',
      rows: 1,
      preview: { newPeople: 1, duplicates: 0, errors: 0, people: [{ fullName: 'José García' }] },
    });
    expect(await contactsOf(call)).toEqual([]);
    await call('POST', `/api/import/${preview.id}/start`, { tags: ['Fair'] });
    const done = await until(call, preview.id, 'done');
    expect(done.progress).toEqual({ done: 1, added: 1, filled: 0, skipped: 0, failed: 0 });
    const [contact] = await contactsOf(call);
    expect(contact).toMatchObject({
      fullName: 'José García',
      source: 'import',
      email: 'jose@garcia.example',
    });
    expect(contact.tags).toEqual(['Fair', 'Clientes', 'Madrid']);
    await call('POST', `/api/import/${done.id}/undo`);
    expect((await until(call, done.id, 'undone')).undo).toEqual({ removed: 1, kept: 0 });
    expect(await contactsOf(call)).toEqual([]);
  });

  it('notices who is there already, by address, number or name, also within the file', {
    tags: ['thorough'],
  }, async () => {
    await call('POST', '/api/contacts', { fullName: 'Grace Hopper', email: 'grace@navy.example' });
    const file = [
      'Name,Email,Phone,Company',
      'Admiral Hopper,GRACE@navy.example,+1 202 555 0143,US Navy',
      '"Hopper, Grace",,,Yale',
      'Grace Hopper,another@example.com,,',
      'Alan Turing,alan@example.com,,',
      'Turing Alan,alan@example.com,,Bletchley',
    ].join('\n');
    const { id, preview } = await ready(call, file, 'people.csv');
    expect(preview).toMatchObject({ newPeople: 2, duplicates: 3 });
    expect(preview.people.map((one: { isDuplicate: boolean }) => one.isDuplicate)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    await call('POST', `/api/import/${id}/start`, { duplicates: 'skip' });
    expect((await until(call, id, 'done')).progress).toMatchObject({ added: 2, skipped: 3 });
    await call('POST', `/api/import/${id}/undo`);
    await until(call, id, 'undone');
  });

  it('fills what is empty and replaces nothing; undoing gives back what was there', {
    tags: ['thorough'],
  }, async () => {
    const file = [
      'Name,Email,Phone,Company,Tags',
      'Someone Else,grace@navy.example,+1 202 555 0143,US Navy,Navy',
      'Grace Hopper,grace@navy.example,+1 202 555 0143,Yale,Yale',
    ].join('\n');
    const done = await imported(call, file, 'people.csv', { duplicates: 'fill' });
    expect(done.progress).toMatchObject({ added: 0, filled: 2 });
    const [grace] = await contactsOf(call);
    expect(grace).toMatchObject({
      fullName: 'Grace Hopper',
      phone: '+1 202 555 0143',
      company: 'US Navy',
      tags: ['Navy', 'Yale'],
      morePhones: [],
    });
    await call('POST', `/api/import/${done.id}/undo`);
    expect((await until(call, done.id, 'undone')).undo).toEqual({ removed: 2, kept: 0 });
    expect((await contactsOf(call))[0]).toMatchObject({ phone: null, company: null, tags: [] });
  });

  it('takes the tags that only it made with it when it is undone', { tags: ['thorough'] }, async () => {
    const person = await owner();
    await person('POST', '/api/contacts', { fullName: 'Ada Lovelace', email: 'ada@example.com' });
    const [ada] = await contactsOf(person);
    await person('PATCH', `/api/contacts/${ada.id}`, { tags: ['Mine'] });
    const file = 'Name,Email,Tags\nOne,1@example.com,Mine;Fair;Both\nTwo,2@example.com,Fair;Kept';
    const done = await imported(person, file, 'a.csv', { duplicates: 'skip', tags: ['Imported'] });
    await person('PATCH', `/api/contacts/${ada.id}`, { tags: ['Mine', 'Both'] });
    const query = { tag: 'Kept' };
    await person('POST', '/api/contacts/filters', { name: 'Kept', query });
    await person('POST', `/api/import/${done.id}/undo`);
    await until(person, done.id, 'undone');
    const { body } = await person('GET', '/api/contacts/tags');
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Both', 'Kept', 'Mine']);
  });

  it('keeps contacts that were changed since when an import is undone, and says so', {
    tags: ['thorough'],
  }, async () => {
    const done = await imported(
      call,
      'Name,Email\nOne,1@example.com\nTwo,2@example.com\nThree,3@example.com',
      'a.csv',
      {
        duplicates: 'add',
      },
    );
    const [one, two] = await contactsOf(call);
    expect([one.fullName, two.fullName]).toEqual(['One', 'Two']);
    await call('PATCH', `/api/contacts/${two.id}`, { notes: 'Met again' });
    await call('POST', `/api/import/${done.id}/undo`);
    expect((await until(call, done.id, 'undone')).undo).toEqual({ removed: 2, kept: 1 });
    const names = (await contactsOf(call)).map(({ fullName }: { fullName: string }) => fullName);
    expect(names).toEqual(['Two', 'Grace Hopper']);
    expect((await call('POST', `/api/import/${done.id}/undo`)).body.state).toBe('undone');
  });

  it('keeps a contact that another was merged into when an import is undone', {
    tags: ['thorough'],
  }, async () => {
    const met = { fullName: 'Mae Merged', email: 'mae@example.com', company: 'Mae Ltd', notes: 'Met' };
    const mine = (await call('POST', '/api/contacts', met)).body.id;
    await call('POST', `/api/contacts/${mine}/notes`, { text: 'Likes tea' });
    const done = await imported(
      call,
      'Name,Email,Company,Notes\nMae Merged,mae@example.com,Mae Ltd,Met',
      'a.csv',
      { duplicates: 'add' },
    );
    const others = (await contactsOf(call)).filter(({ email }: { email: string }) => email === met.email);
    const keep = others.find(({ id }: { id: string }) => id !== mine).id;
    expect((await call('POST', '/api/contacts/merge', { keep, others: [mine] })).status).toBe(200);
    await call('POST', `/api/import/${done.id}/undo`);
    expect((await until(call, done.id, 'undone')).undo).toEqual({ removed: 0, kept: 1 });
    const { db } = server.running.app;
    expect(await db.$count(contactNotes, eq(contactNotes.contactId, keep))).toBe(1);
    await call('DELETE', `/api/contacts/${keep}`);
  });

  it('lists by line what could not be imported', { tags: ['thorough'] }, async () => {
    const done = await imported(call, fixture('broken.vcf'), 'broken.vcf');
    expect(done.progress).toMatchObject({ done: 4, added: 2, failed: 2 });
    const { text, headers } = await call('GET', `/api/import/${done.id}/problems`);
    expect(headers.get('content-disposition')).toContain('import-problems.csv');
    expect(text).toContain('"2","Not imported","This contact has no name, email, phone, or company."');
    expect(text).toContain('"6","Imported","Couldn’t read line 15 of this contact');
  });

  it('adds photos after the contacts, as small squares', { tags: ['thorough'] }, async () => {
    const done = await imported(call, fixture('iphone-3.0.vcf'), 'iphone.vcf');
    const photos = await vi.waitFor(async () => {
      const { body } = await call('GET', `/api/import/${done.id}`);
      expect(body.photos).toMatchObject({ wanted: 1, done: 1, leftOut: 0 });
      return contactsOf(call);
    }, WAIT);
    const ada = photos.find((one: { fullName: string }) => one.fullName === 'Dr. Ada King Lovelace');
    expect(ada.profileImage).toMatch(/^\/media\//);
    const { bytes } = await call('GET', ada.profileImage);
    expect(bytes.length).toBeLessThanOrEqual(20 * 1024);
    const { db } = server.running.app;
    const isPhoto = eq(mediaOwners.mediaName, ada.profileImage.replace('/media/', ''));
    await call('POST', `/api/import/${done.id}/undo`);
    await until(call, done.id, 'undone');
    expect(await db.$count(mediaOwners, and(isPhoto, isNotNull(mediaOwners.idleSince)))).toBe(1);
  });
});

describe('An import', () => {
  it('takes the columns as its owner says', { tags: ['thorough'] }, async () => {
    const call = await owner();
    const { id, columns, preview } = await ready(
      call,
      'A,B,C\nx1,Grace Hopper,12\nx2,Alan Turing,13',
      'x.csv',
    );
    expect(columns.map(({ heading }: { heading: string }) => heading)).toEqual([
      'Column 1',
      'Column 2',
      'Column 3',
    ]);
    expect(preview.people[0].fullName).not.toBe('12');
    const path = `/api/import/${id}`;
    expect((await call('PUT', `${path}/columns`, { targets: ['skip'] })).status).toBe(422);
    expect((await call('PUT', `${path}/columns`, { targets: ['skip', 'wrong', 'skip'] })).status).toBe(422);
    await call('PUT', `${path}/columns`, { targets: ['tags', 'fullName', 'skip'] });
    const mapped = await until(call, id, 'ready');
    expect(mapped.preview.people.map(({ fullName }: { fullName: string }) => fullName)).toEqual([
      'B',
      'Grace Hopper',
      'Alan Turing',
    ]);
  });

  it('reads dates that can be read in two ways as its owner says', { tags: ['thorough'] }, async () => {
    const call = await owner();
    const file = 'Full Name,Birthday\nGrace Hopper,4/12/1980';
    const { id, columns } = await ready(call, file, 'x.csv');
    expect(columns[1].dates).toEqual({ order: 'monthFirst', isSure: false, example: '4/12/1980' });
    const path = `/api/import/${id}/columns`;
    const targets = ['fullName', 'birthday'];
    expect((await call('PUT', path, { targets, dateOrders: ['dayFirst'] })).status).toBe(422);
    expect((await call('PUT', path, { targets, dateOrders: [null, 'backwards'] })).status).toBe(422);
    await call('PUT', path, { targets, dateOrders: [null, 'dayFirst'] });
    expect((await until(call, id, 'ready')).columns[1].dates.order).toBe('dayFirst');
    await call('POST', `/api/import/${id}/start`, {});
    await until(call, id, 'done');
    expect((await contactsOf(call))[0].birthday).toBe('1980-12-04');
  });

  it('is one at a time; the next waits until the first is over or discarded', async () => {
    const call = await owner();
    const first = await ready(call, 'Name\nGrace Hopper', 'a.csv');
    const second = await upload(call, 'Name\nAlan Turing', 'b.csv');
    expect([second.status, second.body.message]).toEqual([
      409,
      'Another import is in progress. Finish or discard it first.',
    ]);
    expect((await call('POST', `/api/import/${first.id}/cancel`)).body.state).toBe('canceled');
    const [one, other] = await Promise.all(
      ['a', 'b'].map((name) => upload(call, 'Name\nAlan Turing', `${name}.csv`)),
    );
    expect([one?.status, other?.status].toSorted()).toEqual([200, 409]);
  });

  it('goes on where it was, whoever works on it, and takes no row twice', async () => {
    const { call, id: userId } = await signUp(server, 'Ada Owner');
    const lines = Array.from({ length: 700 }, (_, nth) => `Person ${nth} Name${nth},p${nth}@example.com`);
    const { id } = await ready(call, ['Name,Email', ...lines].join('\n'), 'many.csv');
    const { app } = server.running;
    await app.db
      .update(contactImports)
      .set({ ...DUE_NOW, state: 'running', startedAt: app.now() })
      .where(eq(contactImports.id, id));
    await Promise.all([1, 2, 3].map(() => workOn(app, importWork, id)));
    app.queue.wake(importWork.name);
    const { progress } = await until(call, id, 'done');
    expect(progress).toMatchObject({ done: 700, added: 700, skipped: 0 });
    expect(await app.db.$count(contacts, eq(contacts.userId, userId))).toBe(700);
    // Each can be found at once: no search has to read rows that are not indexed.
    const isUnread = sql`user_id = ${userId} and (search_text is null or not is_matched)`;
    expect(await app.db.$count(contacts, isUnread)).toBe(0);
  });

  it.each([
    ['nothing', '', 'This file is empty.'],
    [
      'an archive',
      'PK\u0003\u0004 and so on',
      'This is a ZIP archive. Unzip it and import the .csv or .vcf file inside.',
    ],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1]),
      'This isn’t a contact file or a CSV file.',
    ],
    ['only headings', 'Name,Email\n', 'This file has no contacts.'],
    [
      'too many rows',
      `Name\n${'x\n'.repeat(50_001)}`,
      'This file has more than 50,000 rows. Split it and import each part.',
    ],
  ])('refuses %s with a sentence', { tags: ['thorough'] }, async (_what, content, message) => {
    const call = await owner();
    const { body } = await upload(call, content, 'file.csv');
    const failed = await until(call, body.id, 'failed');
    expect(failed.error).toBe(message);
  });

  it('refuses more than 50 MB before reading it, and what is no form', async () => {
    const call = await owner();
    const large = await call('POST', '/api/import', 'x', {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(60 * 1024 * 1024),
    });
    expect(large.status).toBe(413);
    expect((await call('POST', '/api/import', { file: 'x' })).status).toBe(415);
    expect((await server.client()('POST', '/api/import', formOf('Name\nx', 'a.csv'))).status).toBe(401);
  });
});
