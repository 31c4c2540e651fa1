import { afterAll, vi } from 'vitest';

/**
 * Files of a worker share its globals, and the spies: one that was put on a stub would bring the stub back in another
 * file, where everything is restored. This fails in the file that leaves it behind.
 */
const worker = globalThis as { ownFetch?: typeof fetch };
worker.ownFetch ??= fetch;

afterAll(() => {
  vi.restoreAllMocks();
  if (fetch === worker.ownFetch) return;
  globalThis.fetch = worker.ownFetch as typeof fetch;
  throw new Error('This file leaves another `fetch` behind: do not spy on what is stubbed.');
});
