import fs from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { signUp, signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

// The queue picks up each scheduled job at its next poll.
vi.setConfig({ testTimeout: 120_000 });
const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const db = () => server.running.app.db;
const pass = (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * DAY_MS);
};

/** Runs a scheduled job as its schedule does: with null as its data. Resolves once it is done. */
async function comesDue(name: string): Promise<void> {
  const { rows } = await db().execute<{ id: string }>(
    sql`insert into pgboss.job (name, data) values (${name}, 'null') returning id`,
  );
  await announceJobs(db());
  await vi.waitFor(
    async () => {
      const job = await db().execute(sql`select state from pgboss.job where id = ${rows[0]?.id}`);
      expect(job.rows).toEqual([{ state: 'completed' }]);
    },
    { timeout: 15_000, interval: 50 },
  );
}

describe('Scheduled jobs', () => {
  it('are due every hour, each at its own minute', async () => {
    const { rows } = await db().execute<{ name: string; cron: string }>(
      sql`select name, cron from pgboss.schedule`,
    );
    const crons = rows.filter(({ name }) =>
      ['deleted-cards', 'expired-sessions', 'unused-media'].includes(name),
    );
    expect(new Set(crons.map(({ cron }) => cron)).size).toBe(3);
    for (const { cron } of crons) expect(cron).toMatch(/^\d+ \* \* \* \*$/);
  });
});

describe('A session', () => {
  it('is deleted once it has expired, and not before', async () => {
    const { call, id } = await signUp(server);
    const count = () => db().$count(sessions, eq(sessions.userId, id));
    pass(29.9);
    await comesDue('expired-sessions');
    expect(await count()).toBe(1);
    pass(0.2);
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
    await comesDue('expired-sessions');
    expect(await count()).toBe(0);
  });
});

describe('A deleted card', () => {
  let owner: Awaited<ReturnType<typeof signUpWithCard>>;
  beforeAll(async () => {
    owner = await signUpWithCard(server);
  });
  const isKept = async () => (await db().$count(businessCards, eq(businessCards.id, owner.cardId))) === 1;
  /** Sessions expire as the clock moves. */
  const signIn = () =>
    owner.call('POST', '/api/auth/login', { email: owner.username, password: 'correct horse' });

  it('can be restored for 30 days, then it is gone for good, and the contacts made through it stay', async () => {
    await owner.call('DELETE', `/api/cards/${owner.cardId}`);
    pass(29.9);
    await signIn();
    await comesDue('deleted-cards');
    expect(await isKept()).toBe(true);
    expect((await owner.call('POST', `/api/cards/${owner.cardId}/restore`)).status).toBe(200);
    await comesDue('deleted-cards');
    await owner.call('DELETE', `/api/cards/${owner.cardId}`);
    pass(30);
    await signIn();
    expect((await owner.call('POST', `/api/cards/${owner.cardId}/restore`)).status).toBe(404);
    expect(await isKept()).toBe(true);
    await comesDue('deleted-cards');
    expect(await isKept()).toBe(false);
    const [contact] = await db().select().from(contacts).where(eq(contacts.id, owner.contactId));
    expect(contact).toMatchObject({ cardId: null, cardName: 'Work', fullName: 'Grace Hopper' });
  });
});

describe('Media', () => {
  it('are deleted with their file when no card shows them, and so are unknown files', async () => {
    const { call } = await signUp(server);
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#d4af37' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(image)]), 'photo.png');
    const { body } = await call('POST', '/api/media', form);
    const folder = path.join(server.running.app.config.dataDir, 'media');
    await fs.writeFile(path.join(folder, '.left-behind.part'), 'x');
    // The picture, its two small widths, and the unknown file.
    expect(await fs.readdir(folder)).toHaveLength(4);
    pass(2);
    await comesDue('unused-media');
    expect(await fs.readdir(folder)).toEqual([]);
    expect((await fetch(server.url + body.url)).status).toBe(404);
  });
});
