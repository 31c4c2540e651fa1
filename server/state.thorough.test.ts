import { expect, it, vi } from 'vitest';
import { openTestServer } from '#test/server.ts';

it('Files are closed after the jobs that read and write them', async () => {
  const { server, stop } = await openTestServer();
  const { app } = server.running;
  const stopped = vi.spyOn(app.queue, 'stop');
  const closed = vi.spyOn(app.stores, 'close');
  await stop();
  expect(stopped.mock.invocationCallOrder).toEqual([expect.any(Number)]);
  expect(closed.mock.invocationCallOrder[0]).toBeGreaterThan(stopped.mock.invocationCallOrder[0] ?? 0);
});
