import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { importWork } from '#server/people/import/import-work.ts';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { freeLeasesOfTheDead, holderName } from './lease.ts';

const server = shareTestServer();

it('Work of a process that ended goes on at once, but not that of another container with its host name and number', async () => {
  const { app } = server.running;
  const { id: userId } = await signUp(server);
  const ended = spawn('true');
  await once(ended, 'exit');
  const mine = holderName('an-id');
  const isFreed = async (leaseHolder: string) => {
    const id = crypto.randomUUID();
    const until = new Date(Date.now() + 600_000);
    const row = { id, userId, fileName: 'a.csv', blobName: id, leaseHolder, leaseUntil: until };
    await app.db.insert(contactImports).values({ ...row, state: 'running' });
    await freeLeasesOfTheDead(app, importWork);
    const [{ leaseUntil } = row] = await app.db
      .delete(contactImports)
      .where(eq(contactImports.id, id))
      .returning();
    return Number(leaseUntil) < Number(until);
  };
  expect(await isFreed(mine.replace(` ${process.pid} `, ` ${ended.pid} `))).toBe(true);
  expect(await isFreed(`${os.hostname()} ${ended.pid} an-id`)).toBe(false);
  expect(await isFreed(`another-boot/pid:[1] ${process.pid} an-id`)).toBe(false);
});
