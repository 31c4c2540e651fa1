import { afterEach, expect, it, vi } from 'vitest';
import { setIsOutdated } from '#ui/part-failed.ts';
import * as toasts from '#ui/Toast.tsx';
import { NetworkError } from './call.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  setIsOutdated(async () => false);
  queryClient.clear();
  vi.restoreAllMocks();
});

/** The message when a mutation ends with this error. */
async function sayOf(error: Error) {
  const told = vi.spyOn(toasts, 'toast');
  const options = { mutationFn: () => Promise.reject(error), meta: { failure: FAILURE } };
  const mutation = queryClient.getMutationCache().build(queryClient, options);
  await expect(mutation.execute(undefined)).rejects.toBe(error);
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  return told.mock.calls[0]?.[0];
}

const FAILURE = { title: 'Upload failed', always: 'Please try again.' };
const MISSING = new TypeError('Failed to fetch dynamically imported module: /assets/part.js');

it('says that a missing part needs a reload once the server has another build', async () => {
  const sentence = 'We couldn’t load this. Check your connection and try again.';
  expect(await sayOf(MISSING)).toEqual({ title: 'Upload failed', description: sentence, isError: true });
  vi.restoreAllMocks();
  setIsOutdated(async () => true);
  expect(await sayOf(MISSING)).toMatchObject({ title: 'Goldleaf was updated', action: { label: 'Reload' } });
});

it('asks for no build when something else failed', async () => {
  const ask = vi.fn(async () => true);
  setIsOutdated(ask);
  expect(await sayOf(new NetworkError())).toMatchObject({ title: 'Upload failed', isError: true });
  expect(ask).not.toHaveBeenCalled();
});
