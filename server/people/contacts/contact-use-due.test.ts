import { eq, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { addContactUse, countContactUse } from '#server/db/count-contact-use.ts';
import type { Db } from '#server/db/open.ts';
import { contactUse, contactUseChanges } from '#server/db/schema/counters.ts';
import type { DueWork } from '#server/infra/queue/due.ts';
import { settleWhenDue } from '#server/people/contacts/contacts.jobs.ts';
import { signUpWithCard } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

/** Changes of an account that the server itself does not see, and so does not add up. */
async function unseen(check: (tx: Db, id: string, count: () => Promise<number>) => Promise<void>) {
  const { id } = await signUpWithCard(server);
  await server.running.app.db.transaction(async (tx) => {
    await tx.insert(contactUseChanges).values({ userId: id, bytes: 500, undoBytes: 0 });
    await check(tx, id, () => tx.$count(contactUseChanges, eq(contactUseChanges.userId, id)));
  });
}

it('The bytes of an account are added up each second while people come, else once a minute', async () => {
  const { app } = server.running;
  const works: DueWork[] = [];
  const queue = { ...app.queue, whenDue: (_name: string, work: DueWork) => void works.push(work) };
  await unseen(async (tx, _id, count) => {
    settleWhenDue({ ...app, db: tx, queue });
    const { signal } = new AbortController();
    expect(await works[0]?.(signal)).toBe(1_000);
    expect(await count()).toBe(0);
    expect(await works[0]?.(signal)).toBeNull();
  });
});

it('The bytes are added up soon after someone came, not only at the next look', async () => {
  const { cardId } = await signUpWithCard(server);
  const wake = vi.spyOn(server.running.app.queue, 'wake');
  const visitor = { cardId, fullName: 'Bob', email: 'bob@example.com' };
  expect((await server.client()('POST', '/api/contacts/exchange', visitor)).status).toBe(200);
  expect(wake).toHaveBeenCalledWith('contact-use');
  wake.mockRestore();
});

it('The changes of an account from before are left to whoever counts it, who holds its row', async () => {
  await unseen(async (tx, id, count) => {
    await tx.execute(sql`
      insert into contact_use (user_id, bytes) values (${id}, null) on conflict (user_id) do update set bytes = null`);
    await addContactUse(tx);
    expect(await count()).toBeGreaterThan(0);
    await countContactUse(tx);
    expect(await count()).toBe(0);
  });
});

it('The changes of an account that is locked are added up once it is free', async () => {
  const { db } = server.running.app;
  const { id } = await signUpWithCard(server);
  const bytes = async () =>
    (await db.select().from(contactUse).where(eq(contactUse.userId, id)))[0]?.bytes ?? 0;
  await addContactUse(db);
  const before = await bytes();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${id} for update`);
    await db.insert(contactUseChanges).values({ userId: id, bytes: 500, undoBytes: 0 });
    await addContactUse(db);
  });
  await addContactUse(db);
  expect(await bytes()).toBe(before + 500);
});
