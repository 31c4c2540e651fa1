import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { notedCustomers } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { allJobs } from '#server/jobs.ts';
import { reconcile } from '#server/money/billing/reconcile.ts';
import { findCommand } from '#server/operations/admin/commands.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { PASSWORD } from '#test/factories.ts';
import { letMuchBeDue, MANY, openHome, startOutside } from '#test/restored-copy.ts';
import type { TestServer } from '#test/server.ts';
import { releaseRestored } from './release-restored.ts';

vi.setConfig({ testTimeout: 240_000 });
const outside = await startOutside();
const within = { timeout: 90_000, interval: 100 };

type Due = Awaited<ReturnType<typeof letMuchBeDue>>;

/** A copy on which much is due, after it has had time to send it, and what the original had sent before. */
async function openHeldCopy() {
  const home = await openHome(outside);
  const original = await home.start(false);
  const due = await letMuchBeDue(original, outside);
  await original.running.close();
  const before = outside.sent();
  const copy = await home.startCopy();
  await sleep(5_000);
  const release = (...words: string[]) =>
    releaseRestored({ ...copy.running.app, jobs: allJobs, terminal: null }, words);
  const close = async () => {
    await copy.running.close();
    await home.drop();
  };
  return { copy, before, due, release, close };
}

const areThere = ({ leaver, lost }: Due) =>
  [leaver, ...lost].map(({ subscription }) => outside.stripe.hasCustomer(subscription.customer));

/** People use it as ever; only what a press needs the payment provider for is refused, with a sentence. */
async function useCopy(copy: TestServer, { owner, payer }: Due) {
  const { db } = copy.running.app;
  const call = copy.client();
  expect((await call('POST', '/api/auth/login', { email: owner.username, password: PASSWORD })).status).toBe(
    200,
  );
  const { body: cards } = await call('GET', '/api/cards');
  expect((await call('PUT', `/api/cards/${cards[0].id}`, { jobTitle: 'Reader' })).status).toBe(200);
  const asked = { email: `${owner.username}@example.com` };
  expect((await call('POST', '/api/auth/reset', asked)).status).toBe(200);
  const subscriber = copy.client();
  await subscriber('POST', '/api/auth/login', { email: payer.username, password: PASSWORD });
  const { status, body } = await subscriber('POST', '/api/billing/cancel', {});
  expect([status, body.message]).toEqual([503, expect.stringContaining('Payments are paused')]);
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, owner.id));
  const { body: health } = await call('GET', '/api/admin/health');
  expect(health.problems.join()).toContain('npm run admin -- release-restored');
  await expect(findCommand(['reconcile'])(copy.running.app)).rejects.toThrow('This is a restored copy.');
}

it('A restored copy sends nothing until its release, then what is kept once, and what is dropped never', async () => {
  const { copy, before, due, release, close } = await openHeldCopy();
  await useCopy(copy, due);
  const shown = await release();
  for (const line of [`texts (${MANY}, the oldest`, `reminders (${MANY}, `, `heard of (${MANY}, `])
    expect(shown).toContain(line);
  expect(shown).toContain('2 customers of the payment provider');
  expect(shown).toContain('Nothing was changed.');
  await sleep(3_000);
  expect(outside.sent()).toEqual(before);
  expect(outside.mails.to(`${due.owner.username}@example.com`)).toEqual([]);

  await expect(release('--drop', 'charges')).rejects.toThrow('cannot be dropped');
  await expect(release('--drop', 'everything')).rejects.toThrow('nothing called');
  expect(await release('--drop', 'mails,pushes,news')).toMatch(
    /Dropped: mails .*, messages to devices \(20\), people/,
  );
  await vi.waitFor(() => {
    const { texts, passes } = outside.sent();
    expect([texts - before.texts, passes - before.passes]).toEqual([MANY, MANY]);
  }, within);
  await vi.waitFor(() => expect(areThere(due)).toEqual([false, true, true]), within);
  // The link that was asked for since the restore, and the reminders, in one mail.
  const own = () => outside.mails.to(`${due.owner.username}@example.com`).join('\n');
  await vi.waitFor(() => expect(own()).toMatch(/Subject: .*assword/), within);
  await vi.waitFor(() => expect(own()).toMatch(/Subject: .*eminder/), within);
  await sleep(3_000);
  expect(outside.sent()).toMatchObject({ mails: before.mails, texts: before.texts + MANY });
  await close();
});

it('The customers that a backup does not know are ended by no comparison, only when an operator says so', async () => {
  const { copy, before, due, release, close } = await openHeldCopy();
  const { app } = copy.running;
  await release('--drop', 'endings,passes,texts,reminders');
  expect(await app.db.$count(notedCustomers)).toBe(3);
  await vi.waitFor(() => expect(app.hold.isOn).toBe(false), within);
  const later = (days: number) => ({ ...app, now: () => new Date(Date.now() + days * DAY_MS) });
  for (const night of [1, 2, 3]) expect(await reconcile(later(night))).toEqual([]);
  expect(areThere(due)).toEqual([true, true, true]);
  await app.db.delete(notedCustomers);
  for (const night of [4, 5, 6]) {
    expect((await reconcile(later(night))).join()).toContain('this database was restored from a backup');
  }
  expect(areThere(due)).toEqual([true, true, true]);
  await reconcile(later(7), { endsOrphans: true });
  expect(areThere(due)).toEqual([false, false, false]);
  await vi.waitFor(() => expect(outside.sent().mails).toBe(before.mails + MANY), within);
  expect(outside.sent()).toMatchObject({ texts: before.texts, passes: before.passes });
  await close();
});
