import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { callServer, registerOwner } from '#test/process/people.ts';
import { killDatabase, makeDataFolder, type Product, startProduct } from '#test/process/product.ts';

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

/** Eight visitors' browsers, each view by a new visitor; after a broken connection they try again. */
function streamViews(url: string, cardId: string, round: number) {
  let counted = 0;
  let isStopped = false;
  const visit = async (lane: number) => {
    for (let n = 0; !isStopped; n += 1) {
      const headers = {
        'user-agent': `${BROWSER} ${round}-${lane}-${n}`,
        'content-type': 'application/json',
      };
      const view = fetch(`${url}/api/cards/${cardId}/views`, { method: 'POST', headers, body: '{}' });
      const answer = await view.then((reply) => reply.json()).catch(() => null);
      if (answer?.isCounted) counted += 1;
      else await sleep(10);
    }
  };
  const lanes = Array.from({ length: 8 }, (_, lane) => visit(lane));
  return {
    counted: () => counted,
    async more(count: number) {
      const wanted = counted + count;
      while (counted < wanted) await sleep(5);
    },
    async stop() {
      isStopped = true;
      await Promise.all(lanes);
    },
  };
}

it('keeps every view acknowledged as counted when app, database or both are killed', async () => {
  const DATA_DIR = makeDataFolder();
  let product: Product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  let acknowledged = 0;
  for (const [round, victims] of [['app'], ['app', 'database'], ['database']].entries()) {
    const stream = streamViews(product.url, owner.cardId, round);
    await stream.more(50 + Math.floor(Math.random() * 200));
    if (victims.includes('database')) killDatabase(DATA_DIR);
    if (victims.includes('app')) {
      product.kill('SIGKILL');
      await product.ended;
    } else await stream.more(20);
    await stream.stop();
    acknowledged += stream.counted();
    if (victims.includes('app')) product = await startProduct({ DATA_DIR });
    const { body } = await callServer(
      product.url,
      'GET',
      '/api/analytics/dashboard',
      undefined,
      owner.cookie,
    );
    // A view that was stored although its response was lost is counted too.
    expect(body.totalViews).toBeGreaterThanOrEqual(acknowledged);
    const days = body.viewsByDay.reduce((sum: number, { views }: { views: number }) => sum + views, 0);
    expect(days).toBe(body.totalViews);
    acknowledged = body.totalViews;
  }
});

const OLDER_VIEWS = 60_000;

/** Views as a release before the rollups stored them, over the last two days. */
async function addOlderViews(dataDir: string, cardId: string): Promise<void> {
  const lines = fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({ host: lines[4] ?? '', user: 'app', database: 'postgres' });
  await client.connect();
  await client.query('alter table card_views disable trigger card_views_roll_up');
  await client.query(
    `insert into card_views (id, card_id, viewer_device, is_first, created_at)
     select 'older' || n, $1, 'iPhone', null, now() - n * interval '2 seconds' from generate_series(1, $2::int) n`,
    [cardId, OLDER_VIEWS],
  );
  await client.query('alter table card_views enable trigger card_views_roll_up');
  await client.query("insert into rollup_backfills (source) values ('card_views')");
  await client.end();
}

it('adds the views of an older release exactly once, even if killed in the middle', async () => {
  const DATA_DIR = makeDataFolder();
  let product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  await addOlderViews(DATA_DIR, owner.cardId);
  const addedViews = async () => {
    const { body } = await callServer(
      product.url,
      'GET',
      '/api/analytics/dashboard',
      undefined,
      owner.cookie,
    );
    const views = body.viewsByDay.reduce((sum: number, day: { views: number }) => sum + day.views, 0);
    return { views, isComplete: body.isComplete };
  };
  product.kill('SIGTERM');
  await product.ended;

  product = await startProduct({ DATA_DIR });
  await expect
    .poll(async () => (await addedViews()).views, { timeout: 30_000, interval: 5 })
    .toBeGreaterThan(0);
  product.kill('SIGKILL');
  await product.ended;
  product = await startProduct({ DATA_DIR });
  const atTheRestart = await addedViews();
  expect(atTheRestart.isComplete).toBe(false);
  await expect.poll(addedViews, { timeout: 60_000, interval: 100 }).toEqual({
    views: OLDER_VIEWS,
    isComplete: true,
  });
});
