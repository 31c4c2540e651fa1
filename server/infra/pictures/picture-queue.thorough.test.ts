import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPictureQueue } from '#server/infra/pictures/picture-queue.ts';
import type { TaskRequest } from '#server/infra/tasks/task-queue.ts';
import { createWaitingLine } from '#server/infra/waiting-line.ts';
import { killAtTasks } from '#test/killed-children.ts';

const log = pino({ level: 'silent' });
const upload = (key: string): TaskRequest => ({ lane: 'upload', key, name: 'photo.jpg' });
let folder: string;
let photo: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-pictures-'));
  photo = path.join(folder, 'photo.jpg');
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#d4af37' } }).toFile(photo);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => fs.rm(folder, { recursive: true }));

describe('Waiting jobs', () => {
  it('take turns: each key has one at a time, however many it added', () => {
    const line = createWaitingLine<number>();
    for (const job of [1, 2, 3]) line.add('many', job);
    line.add('one', 4);
    expect(line.take()).toEqual({ key: 'many', job: 1 });
    expect(line.take()).toEqual({ key: 'one', job: 4 });
    expect(line.take()).toBeNull();
    line.release('many');
    line.add('late', 5);
    expect(line.take()).toEqual({ key: 'many', job: 2 });
    line.release('many');
    expect(line.take()).toEqual({ key: 'late', job: 5 });
    expect(line.take()).toEqual({ key: 'many', job: 3 });
    expect([line.count(), line.count('many')]).toEqual([0, 0]);
  });

  it('can be removed', () => {
    const line = createWaitingLine<number>();
    line.add('one', 1);
    expect([line.remove('one', 1), line.remove('one', 1), line.count()]).toEqual([true, false, 0]);
  });
});

describe('Pictures', () => {
  it('are refused with Retry-After when too many are waiting, from one requester or in total', async () => {
    const queue = createPictureQueue(log, { processes: 1, waiting: 3, waitingOfOne: 2 });
    const run = (key: string) => queue.run('fit', { file: photo }, upload(key));
    const taken = [run('ada'), run('ada'), run('ada')];
    await expect(run('ada')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 10 });
    taken.push(run('grace'));
    await expect(run('joan')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
    expect((await Promise.all(taken)).map(({ width, type }) => [width, type])).toEqual(
      Array(4).fill([60, 'image/jpeg']),
    );
    await queue.close();
  });

  it('that take too long are refused, but the next one is not', { tags: ['thorough'] }, async () => {
    const deaths = vi.spyOn(log, 'warn');
    const slow = createPictureQueue(log, { taskMs: 0 });
    await expect(slow.run('fit', { file: photo }, upload('ada'))).rejects.toMatchObject({
      code: 'invalid',
      message: 'Could not process photo.jpg. Please try a different image.',
    });
    expect(deaths).toHaveBeenCalledOnce();
    await slow.close();
    const queue = createPictureQueue(log);
    const broken = path.join(folder, 'broken.jpg');
    await fs.writeFile(broken, (await fs.readFile(photo)).subarray(0, 200));
    await expect(queue.run('fit', { file: broken }, upload('ada'))).rejects.toMatchObject({
      code: 'invalid',
    });
    expect((await queue.run('fit', { file: photo }, upload('ada'))).small.map(({ width }) => width)).toEqual([
      400, 800,
    ]);
    await queue.close();
  });

  it('are begun once more if their process is killed, and refused if the next one is, too', async () => {
    const due = killAtTasks('fit');
    const queue = createPictureQueue(log);
    const charge = vi.fn(async () => {});
    const fit = () => queue.run('fit', { file: photo }, { ...upload('ada'), charge });
    expect([(await fit()).width, due, charge.mock.calls.length]).toEqual([60, [], 2]);
    await queue.close();
    const unlucky = createPictureQueue(log);
    due.push('fit', 'fit');
    await expect(unlucky.run('fit', { file: photo }, upload('ada'))).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(due).toEqual([]);
    expect((await unlucky.run('fit', { file: photo }, upload('ada'))).width).toBe(60);
    await unlucky.close();
  });

  it('for page views do not wait behind uploads', async () => {
    const queue = createPictureQueue(log, { processes: 0 });
    const waiting = queue.run('fit', { file: photo }, upload('ada'));
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const png = await queue.run('draw', { svg }, { lane: 'page', key: 'card', name: 'it' });
    expect((await sharp(png).metadata()).width).toBe(9);
    await queue.close();
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('are refused during shutdown', async () => {
    const queue = createPictureQueue(log);
    await queue.close();
    await expect(queue.run('fit', { file: photo }, upload('ada'))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
