import fs from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemFor } from '#server/access/system.ts';
import { writeViews } from '#server/analytics/analytics/write-views.ts';
import type { AppContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { cardDays, cardHours, cardVisitors } from '#server/db/schema/analytics.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { nfcTags } from '#server/db/schema/sharing.ts';
import { users } from '#server/db/schema/users.ts';
import { workOn } from '#server/infra/long-work/run-long-work.ts';
import { sweepWorks } from '#server/infra/long-work/sweep-works.ts';
import { importWork } from '#server/people/import/import-work.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { broughtIn, editZip, fetchZip, readIn, untilState } from '#test/archives.ts';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { archiveFilesIn } from './account-imports.ts';
import { archiveWork } from './archive-work.ts';
import { startArchive } from './change-archive.ts';

/** Archives that meet what was done since they were written. */

const server = shareTestServer();

const made = async (call: Client, fields = {}): Promise<string> =>
  (await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada Lovelace', ...fields })).body.id;
const remove = (id: string) => server.running.app.db.delete(businessCards).where(eq(businessCards.id, id));
const idsOf = async (call: Client) =>
  (await call('GET', '/api/cards')).body.map(({ id }: { id: string }) => id).sort();

/** Reads figures in small pieces, and is killed after the first one. */
function killedAfterPiece(app: AppContext): AppContext {
  const { store } = app.accountImports;
  const read: typeof store.read = (name, range) => {
    if (!range) return store.read(name);
    if (range.start > 0) throw new Error('Killed');
    return store.read(name, { start: 0, end: 16 * 1024 });
  };
  return { ...app, accountImports: { ...app.accountImports, store: { ...store, read } } };
}

describe('An archive that comes again', () => {
  it('brings back every card with its id, also those that say the same', { tags: ['thorough'] }, async () => {
    const { db } = server.running.app;
    const { call, id } = await signUp(server, 'Ada');
    await db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, id));
    const ids = [await made(call), await made(call)].sort();
    const archive = await fetchZip(call);
    const [{ email } = { email: null }] = await db.select().from(users).where(eq(users.id, id));
    await db.delete(users).where(eq(users.id, id));
    const next = await signUp(server, 'Ada');
    await db.update(users).set({ email }).where(eq(users.id, next.id));
    // Before the address is confirmed, it comes from elsewhere.
    const first = await broughtIn(next.call, archive);
    const outcomes = first.preview.cards.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(['added', 'added']);
    expect(first.cards).toMatchObject([{ outcome: 'added' }, { outcome: 'added' }]);
    await db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, next.id));
    await remove(first.cards[0].cardId);
    const second = await broughtIn(next.call, archive);
    expect(second.cards).toMatchObject([{ keepsId: true }, { keepsId: true }]);
    expect(await idsOf(next.call)).toEqual([...ids, first.cards[1].cardId].sort());
  });

  it('brings back every tag a card has had, with the views of which no single ones are kept', {
    tags: ['thorough'],
  }, async () => {
    const { db } = server.running.app;
    const { call } = await signUp(server, 'Dee');
    const id = await made(call);
    const removedAt = new Date();
    const tags = Array.from({ length: 600 }, (_, n) => ({
      cardId: id,
      number: n + 1,
      name: 'Tag',
      views: n,
    }));
    await db.insert(nfcTags).values(tags.map((tag) => (tag.number > 590 ? tag : { ...tag, removedAt })));
    const archive = await fetchZip(call);
    const listed = async () => (await call('GET', `/api/nfc/${id}/tags`)).body;
    const before = await listed();
    await remove(id);
    await broughtIn(call, archive);
    expect(await listed()).toEqual(before);
    expect(before[0]).toMatchObject({ number: 600, views: 599 });
    const next = await call('POST', `/api/nfc/${id}/tags`, { name: 'Next' });
    expect(next.body).toMatchObject({ number: 601, views: 0 });
  });

  it('brings back all figures of a card, also of views that are not kept, and its visitors', {
    tags: ['thorough'],
  }, async () => {
    const { app } = server.running;
    const { call } = await signUp(server, 'Eve');
    const id = await made(call);
    const visitor = (n: number) => Buffer.alloc(32, n);
    const writeAt = (createdAt: Date, from: number, count: number) =>
      writeViews(
        app.db,
        Array.from({ length: count }, (_, n) => ({
          ...{ id: newId(), cardId: id, createdAt, visitor: visitor(from + n), mayBeFirst: true },
          ...{ viewerIp: null, viewerDevice: 'iPhone', viewerLocation: 'Lisbon, Portugal', referrer: null },
          ...{ via: null, nfcTag: null, tag: `Fair ${String(from + n).padStart(3, '0')}` },
        })),
      );
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
    // More tags in a day than are kept by name: which ones are depends on the order of the views.
    for (let from = 69; from >= 0; from -= 3) await writeAt(daysAgo(3), from, 3);
    await writeAt(daysAgo(800), 100, 70);
    await writeAt(daysAgo(0), 200, 2);
    await app.db.execute(sql`delete from card_views where card_id = ${id} and created_at < now() - interval '1 year'
      or id in (select id from card_views where card_id = ${id} and tag < 'Fair 010')`);
    const figuresOf = async () => {
      const tables = { hours: cardHours, days: cardDays, visitors: cardVisitors };
      const rows = Object.entries(tables).map(async ([name, table]) => [
        name,
        await app.db
          .select()
          .from(table)
          .where(eq(table.cardId, id))
          .orderBy(...getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns)),
      ]);
      const { recentViews: _, ...shown } = (await call('GET', '/api/analytics/dashboard?days=all')).body;
      return { shown, ...Object.fromEntries(await Promise.all(rows)) };
    };
    const before = await figuresOf();
    expect(before.shown).toMatchObject({ totalViews: 144, totalUniqueViews: 144, range: { views: 144 } });
    const archive = await fetchZip(call);
    await remove(id);
    const { id: importId, preview } = await readIn(call, archive);
    expect(preview).toMatchObject({ views: 144 });
    await app.accountImports.turns.get(importId);
    const isThis = eq(accountImports.id, importId);
    await app.db.update(accountImports).set({ state: 'running' }).where(isThis);
    await workOn(killedAfterPiece(app), archiveWork, importId);
    const [left] = await app.db.select().from(accountImports).where(isThis);
    expect(left).toMatchObject({ state: 'running', figuresFrom: expect.toSatisfy((from) => from > 0) });
    expect(await figuresOf()).not.toEqual(before);
    await Promise.all([workOn(app, archiveWork, importId), workOn(app, archiveWork, importId)]);
    const done = await untilState(call, importId, 'done');
    expect(done).toMatchObject({ figures: { views: 144 } });
    expect(await figuresOf()).toEqual(before);
    const [again] = await writeAt(new Date(), 100, 1);
    expect(again).toMatchObject({ isCounted: true, isFirst: false });
  });

  it('leaves a name to the card that has it now, also to a deleted one', { tags: ['thorough'] }, async () => {
    const { call } = await signUp(server, 'Bea');
    const old = await made(call, { name: 'Old' });
    const put = (cardId: string, name: string) => call('PUT', `/api/aliases/cards/${cardId}`, { name });
    for (const name of ['bea-former', 'bea-moved', 'bea-now'])
      expect((await put(old, name)).status).toBe(200);
    const archive = await fetchZip(call);
    await remove(old);
    const young = await made(call, { name: 'Young' });
    for (const name of ['bea-moved', 'bea-now']) expect((await put(young, name)).status).toBe(200);
    await call('DELETE', `/api/cards/${young}`);
    const { cards } = await broughtIn(call, archive);
    expect(cards).toMatchObject([
      { cardId: old, keepsId: true, notes: [/moved/, /now/].map((name) => expect.stringMatching(name)) },
    ]);
    expect((await call('POST', `/api/cards/${young}/restore`)).status).toBe(200);
    const aliasesOf = async (cardId: string) => (await call('GET', `/api/aliases/cards/${cardId}`)).body.card;
    expect(await aliasesOf(young)).toMatchObject({ name: 'bea-now', former: [{ name: 'bea-moved' }] });
    expect(await aliasesOf(old)).toMatchObject({ name: null, former: [{ name: 'bea-former' }] });
  });
});

describe('The files of an archive', () => {
  let call: Client;
  let archive: Buffer;
  const rowOf = async (id: string) => {
    const [row] = await server.running.app.db.select().from(accountImports).where(eq(accountImports.id, id));
    if (!row) throw new Error('There is no import.');
    return row;
  };
  const dayLater = () => {
    const { app } = server.running;
    return { ...app, now: () => new Date(app.now().getTime() + 25 * 3_600_000) };
  };
  beforeAll(async () => {
    ({ call } = await signUp(server, 'Cy'));
    await call('POST', '/api/contacts', { fullName: 'Grace Hopper', email: 'grace@example.com' });
    archive = await fetchZip(call);
  });

  it('are there for another start if the first one broke off', { tags: ['thorough'] }, async () => {
    const { app } = server.running;
    const { id } = await readIn(call, archive);
    const { userId } = await rowOf(id);
    const [user] = await app.db.select().from(users).where(eq(users.id, userId));
    const copyTo = () => Promise.reject(new Error('Killed'));
    const ctx = {
      ...app,
      ...systemFor(userId),
      user,
      account: user,
      requester: { readCountry: () => null, header: () => undefined },
      accountImports: { ...app.accountImports, store: { ...app.accountImports.store, copyTo } },
    } as unknown as Parameters<typeof startArchive>[0];
    await expect(startArchive(ctx, { params: { id } })).rejects.toThrow('Killed');
    expect((await rowOf(id)).state).toBe('ready');
    // The contacts' import that never was has its files swept.
    await sweepWorks(dayLater(), importWork);
    expect((await call('POST', `/api/archive/${id}/start`)).status).toBe(200);
    expect(await untilState(call, id, 'done')).toMatchObject({
      contacts: { total: 1, skipped: 1, failed: 0 },
    });
  });

  it('end the import with a sentence if they are gone', async () => {
    const { id } = await readIn(call, archive);
    const { blobName } = await rowOf(id);
    await server.running.app.accountImports.store.delete(archiveFilesIn(blobName).rows);
    const answer = await call('POST', `/api/archive/${id}/start`);
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('no longer available') },
    });
    expect((await call('GET', `/api/archive/${id}`)).body).toMatchObject({ state: 'failed' });
  });

  it('are kept for a day, and nothing of what an unsigned one says of its owner', {
    tags: ['thorough'],
  }, async () => {
    const { app } = server.running;
    const strange = await editZip(archive, (files) => files.set('media/more.png', 'x'));
    const { id } = await readIn(call, strange);
    const { blobName, writtenFor, writtenForEmail } = await rowOf(id);
    expect([writtenFor, writtenForEmail]).toEqual([null, null]);
    const isThere = async (name: string) => (await app.accountImports.store.sizeOf(name)) !== null;
    expect(await isThere(archiveFilesIn(blobName).figures)).toBe(false);
    expect(await isThere(archiveFilesIn(blobName).rows)).toBe(true);
    await sweepWorks(dayLater(), archiveWork);
    expect((await rowOf(id)).state).toBe('canceled');
    expect(
      (await fs.readdir(path.join(app.config.dataDir, 'account-imports'))).filter((name) =>
        name.startsWith(blobName.slice(0, 30)),
      ),
    ).toEqual([]);
  });
});
