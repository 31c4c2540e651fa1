import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { launchWorker } from '#server/infra/cluster/launch-worker.ts';

const UNSTARTED = { code: 70, signal: null };
const ORDERS = { number: 1 } as Parameters<typeof launchWorker>[0];

afterEach(() => void vi.restoreAllMocks());

it('A worker that the system refuses to start has ended, so that another is tried', async () => {
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    throw new Error('spawn ENOMEM');
  });
  const worker = launchWorker(ORDERS);
  expect(await worker.ended).toEqual(UNSTARTED);
  await expect(worker.ready).rejects.toThrow('ended before it served');
  await worker.end(false);
});

it('Likewise for one whose start fails later', async () => {
  const child = Object.assign(new EventEmitter(), { process: { pid: undefined }, isConnected: () => false });
  vi.spyOn(cluster, 'fork').mockReturnValue(child as unknown as Worker);
  const worker = launchWorker(ORDERS);
  child.emit('error', new Error('spawn EAGAIN'));
  expect(await worker.ended).toEqual(UNSTARTED);
  await expect(worker.ready).rejects.toThrow('ended before it served');
});
