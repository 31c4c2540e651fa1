import path from 'node:path';
import { eq, type SQL, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { AppContext } from '#server/context.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { openDiskBlobs } from '#server/infra/blobs/disk-blobs.ts';
import { findDue, takeLease } from '#server/infra/long-work/lease.ts';
import { workWhenDue } from '#server/infra/long-work/run-long-work.ts';
import { signUp } from '#test/factories.ts';
import { ready, until } from '#test/imports.ts';
import { startTestServer } from '#test/server.ts';
import { importWork } from './import-work.ts';
import { importFilesIn } from './imports.ts';

const server = startTestServer();

/** An import that a process of another machine works on, until the lease ends. */
async function heldElsewhere(leaseUntil: SQL) {
  const { app } = server.running;
  const { call } = await signUp(server, 'Ada Owner');
  const { id } = await ready(call, 'Name\nGrace Hopper', 'a.csv');
  const change = async (values: object) => {
    const isIt = eq(contactImports.id, id);
    const [row] = await app.db.update(contactImports).set(values).where(isIt).returning();
    if (!row) throw new Error('The import is gone.');
    return row;
  };
  const stateOf = async () => (await call('GET', `/api/import/${id}`)).body;
  const { blobName } = await change({ error: null });
  return {
    ...{ app, call, id, blobName, change, stateOf },
    hold: () => change({ state: 'running', leaseHolder: 'elsewhere 1 x', leaseUntil }),
  };
}

/** Looks for work as a process that has only these files. */
async function lookWith(app: AppContext, store: AppContext['imports']['store']): Promise<void> {
  const turns = new Map<string, Promise<void>>();
  let look: (stopping: AbortSignal) => Promise<unknown> = async () => null;
  const queue: AppContext['queue'] = {
    ...app.queue,
    wake() {},
    whenDue(_name, work) {
      look = work;
    },
  };
  const imports = { ...app.imports, store, turns, holder: 'beside 1 y' };
  workWhenDue({ ...app, queue, imports }, importWork);
  await look(new AbortController().signal);
  await Promise.all(turns.values());
}

const folderBeside = (app: AppContext, name: string) =>
  openDiskBlobs(path.join(app.config.dataDir, name), app.space);

describe('The lease of an import', () => {
  it('is respected while it is renewed, and 60 seconds after that whoever has the files goes on', {
    tags: ['thorough'],
  }, async () => {
    const { app, call, id, change, hold, stateOf } = await heldElsewhere(sql`now() + interval '60 seconds'`);
    await hold();
    await lookWith(app, app.imports.store);
    expect((await findDue(app, importWork)).due).toEqual([]);
    expect(await takeLease(app, importWork, id)).toBe(false);
    expect((await stateOf()).state).toBe('running');
    await change({ leaseUntil: sql`now()` });
    app.queue.wake(importWork.name);
    expect((await until(call, id, 'done')).progress).toMatchObject({ done: 1, added: 1 });
    expect((await call('GET', '/api/contacts/summary')).body).toMatchObject({ contacts: 1 });
  });

  it('is taken by one process for 60 seconds', async () => {
    const { app, id, blobName, hold } = await heldElsewhere(sql`now() - interval '1 second'`);
    // So that the server itself does not go on with it.
    await app.imports.store.delete(importFilesIn(blobName).rows);
    await hold();
    const taken = await Promise.all([takeLease(app, importWork, id), takeLease(app, importWork, id)]);
    expect(taken.toSorted()).toEqual([false, true]);
    const [lease] = await app.db
      .select({ isAMinute: sql`lease_until between now() + interval '30 s' and now() + interval '60 s'` })
      .from(contactImports)
      .where(eq(contactImports.id, id));
    expect(lease).toEqual({ isAMinute: true });
  });

  it('is left to a process that has the files by one that does not', async () => {
    const { app, call, blobName, hold, stateOf } = await heldElsewhere(sql`now() - interval '1 second'`);
    const there = await folderBeside(app, 'imports-there');
    const { rows } = importFilesIn(blobName);
    await app.imports.store.copyTo(there, rows);
    await app.imports.store.delete(rows);
    await hold();
    await lookWith(app, await folderBeside(app, 'imports-nowhere'));
    expect((await stateOf()).state).toBe('running');
    await lookWith(app, there);
    expect((await stateOf()).progress).toMatchObject({ done: 1, added: 1 });
    expect((await call('GET', '/api/contacts/summary')).body).toMatchObject({ contacts: 1 });
  });

  it('ends after a day without the files, with a sentence for the owner', async () => {
    const { app, blobName, change, hold, stateOf } = await heldElsewhere(sql`now() - interval '23 hours'`);
    await app.imports.store.delete(importFilesIn(blobName).rows);
    const nowhere = await folderBeside(app, 'imports-nowhere');
    await hold();
    await lookWith(app, nowhere);
    expect((await stateOf()).state).toBe('running');
    await change({ leaseUntil: sql`now() - interval '25 hours'` });
    await lookWith(app, nowhere);
    expect(await stateOf()).toMatchObject({
      state: 'failed',
      error: 'The file of this import is no longer available. Upload it again to import it.',
    });
  });
});
