import { expect, it } from 'vitest';
import type { LaunchedWorker } from '#server/infra/cluster/launch-worker.ts';
import type { FromWorker, ToWorker } from '#server/infra/cluster/messages.ts';
import { createFiguresOfAll } from './figures-of-all.ts';
import { registerFigures } from './registry.ts';
import { createRequestFigures } from './request-figures.ts';

/** A worker that has served so many requests, and answers only as long as it lives. */
function createWorker(number: number, served: number) {
  const requests = createRequestFigures();
  for (let n = 0; n < served; n += 1)
    requests.observe({ route: '/card/:id', method: 'GET', status: 200, seconds: 0.01 });
  const { list } = registerFigures(
    [
      { kind: 'counter', name: 'served_total', help: 'Of all.', read: () => served },
      { kind: 'gauge', name: 'memory_bytes', help: 'Of each.', of: 'process', read: () => number * 100 },
      { kind: 'gauge', name: 'disk_bytes', help: 'Of all alike.', of: 'machine', read: () => 7 },
    ],
    requests,
    number,
  );
  let hear = (_message: FromWorker) => {};
  let die = () => {};
  let text: string | null = null;
  let onText = () => {};
  const ended = new Promise<{ code: number; signal: null }>((resolve) => {
    die = () => resolve({ code: 70, signal: null });
  });
  const worker = {
    ...{ number, ended },
    onMessage(listen: typeof hear) {
      hear = listen;
    },
    send(message: ToWorker) {
      if (message.kind === 'read-figures')
        void list().then((figures) =>
          hear({ kind: 'figures', id: message.id, figures: JSON.parse(JSON.stringify(figures)) }),
        );
      if (message.kind !== 'scraped') return;
      text = message.text;
      onText();
    },
  } as unknown as LaunchedWorker;
  const scrape = () =>
    new Promise<string[]>((resolve) => {
      onText = () => resolve((text ?? '').split('\n').filter((line) => line && !line.startsWith('#')));
      hear({ kind: 'scrape', id: 1 });
    });
  return { worker, scrape, die };
}

it('adds up what all workers count, names each one’s own, and says once what is the machine’s', async () => {
  const [one, two] = [createWorker(1, 3), createWorker(2, 4)];
  const all = createFiguresOfAll();
  for (const { worker } of [one, two]) all.follow(worker);
  const lines = await two.scrape();
  expect(lines).toEqual(
    expect.arrayContaining([
      'served_total 7',
      'memory_bytes{process="1"} 100',
      'memory_bytes{process="2"} 200',
      'disk_bytes 7',
      'goldleaf_http_request_duration_seconds_count{route="/card/:id"} 7',
      'goldleaf_http_request_duration_seconds_bucket{route="/card/:id",le="0.025"} 7',
    ]),
  );
  expect(await one.scrape()).toEqual(lines);
});

it('keeps what a worker had counted when it has ended, so that no sum falls', async () => {
  const [one, two] = [createWorker(1, 3), createWorker(2, 4)];
  const all = createFiguresOfAll();
  for (const { worker } of [one, two]) all.follow(worker);
  await two.scrape();
  one.die();
  await expect.poll(() => two.scrape()).not.toContain('memory_bytes{process="1"} 100');
  const next = createWorker(1, 1);
  all.follow(next.worker);
  const lines = await two.scrape();
  expect(lines).toEqual(expect.arrayContaining(['served_total 8', 'disk_bytes 7']));
  expect(lines).toContain('goldleaf_http_request_duration_seconds_count{route="/card/:id"} 8');
});
