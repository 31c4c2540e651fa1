import { expect, it, vi } from 'vitest';
import { callServer, registerOwner } from '#test/process/people.ts';
import { startProduct } from '#test/process/product.ts';
import { ask, startPair } from '#test/process/standby.ts';
import { beginWork, expectCleanAnswers, findLosses, NOTHING } from '#test/process/work.ts';

/** A standby takes over from a database that fails, under load. */

const WITHIN = { timeout: 30_000, interval: 100 };

it.each([
  ['ends', 'kill'],
  ['is no longer reached, and no connection says so', 'cut'],
] as const)(
  'A database %s: its standby takes over, and nothing acknowledged is lost',
  async (_how, act) => {
    const pair = await startPair();
    const product = await startProduct({ DATABASE_URL: pair.url, DATA_DIR: pair.dataDir });
    const owner = await registerOwner(product.url);
    const work = beginWork(product, owner);
    await work.more(3);
    if (act === 'kill') pair.primary.kill();
    else pair.cut();
    const promotedAt = await pair.promote();
    await vi.waitFor(() => callOk(product.url, owner.cardId), WITHIN);
    await work.more(10);
    await work.stop();
    expect(product.isRunning()).toBe(true);
    expectCleanAnswers(work);
    if (act === 'cut') pair.primary.kill();
    expect(await findLosses(pair.standby.connection, product, owner, work.acknowledged)).toEqual(NOTHING);
    // Each contact is told of by a job.
    const done = `select from pgboss.job where completed_on > '${promotedAt}'::timestamptz limit 1`;
    await vi.waitFor(
      async () => expect((await ask(pair.standby.connection, done)).rows).toHaveLength(1),
      WITHIN,
    );
    // Pages hear of changes again.
    await callServer(
      product.url,
      'PUT',
      `/api/cards/${owner.cardId}`,
      { fullName: 'Ada Again' },
      owner.cookie,
    );
    await vi.waitFor(async () => {
      const page = await fetch(`${product.url}/card/${owner.cardId}`);
      expect(await page.text()).toContain('Ada Again');
    }, WITHIN);
  },
  180_000,
);

async function callOk(url: string, cardId: string): Promise<void> {
  const page = await fetch(`${url}/card/${cardId}`);
  await page.text();
  expect(page.status).toBe(200);
}
