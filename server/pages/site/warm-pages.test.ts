import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { keepPagesWarm } from '#server/pages/site/warm-pages.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import { publishCard } from '#test/public-card.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();

it('notes the cards read most by their ids alone, and has them in memory again after a restart', {
  tags: ['thorough'],
}, async () => {
  const { app } = server.running;
  const file = path.join(app.config.dataDir, 'most-read.json');
  const [often, once, gone] = [
    await publishCard(server),
    await publishCard(server),
    await publishCard(server),
  ];
  for (const { path: page } of [once, gone, often, often, often]) await server.client()('GET', page);
  await server.client()('GET', '/');
  await keepPagesWarm(app).stop();
  const noted: string[] = JSON.parse(await fs.readFile(file, 'utf8'));
  expect(noted[0]).toBe(often.id);
  expect(noted.toSorted()).toEqual([often.id, once.id, gone.id].toSorted());

  for (const { id } of [often, once, gone]) app.pages.invalidate(`card:${id}`);
  await gone.owner('DELETE', `/api/cards/${gone.id}`);
  const { isWarm, stop } = keepPagesWarm(app);
  await isWarm;
  for (const { path: page } of [often, once])
    expect(await app.pages.find(page)).toMatchObject({ status: 200 });
  expect(await app.pages.find(gone.path)).toMatchObject({ status: 404 });
  await stop();
});

it('removes at the start what a killed process left, and nothing that another one writes', async () => {
  const { app } = server.running;
  const [left, written] = ['1.new', '2.new'].map((end) =>
    path.join(app.config.dataDir, `most-read.json.${end}`),
  );
  for (const file of [left, written]) await fs.writeFile(file ?? '', '[]');
  const before = new Date(Date.now() - 2 * HOUR_MS);
  await fs.utimes(left ?? '', before, before);
  const { isWarm, stop } = keepPagesWarm(app);
  await isWarm;
  const names = await fs.readdir(app.config.dataDir);
  expect(names.filter((name) => name.endsWith('.new'))).toEqual(['most-read.json.2.new']);
  await stop();
});

it('starts even if its saved list cannot be read', async () => {
  const { app } = server.running;
  await fs.writeFile(path.join(app.config.dataDir, 'most-read.json'), '["../../etc/passwd", {');
  const { isWarm, stop } = keepPagesWarm(app);
  await isWarm;
  await stop();
  expect((await server.client()('GET', '/')).status).toBe(200);
});
