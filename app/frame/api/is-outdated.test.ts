import { afterEach, expect, it, vi } from 'vitest';
import { isOutdated } from './is-outdated.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('does not wait for a server that is silent', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_script: string, { signal }: RequestInit) =>
      new Promise((_answer, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  );
  const asked = expect(isOutdated('/assets/index.js')).rejects.toThrow('aborted');
  vi.advanceTimersByTime(3_000);
  await asked;
});
