import { afterEach, expect, it, vi } from 'vitest';
import { askWhy } from './ask-why.ts';
import { CallError, NetworkError } from './call.ts';

const SILENT = new CallError(403, '', 'Forbidden');

afterEach(() => vi.unstubAllGlobals());

it('throws the sentence of a refusal that came without one, and otherwise what there was', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit): Promise<Response> => {
    return Response.json({ message: 'Members may not export.' }, { status: 403 });
  });
  vi.stubGlobal('fetch', fetched);
  await expect(askWhy('/api/account/export', SILENT)).rejects.toMatchObject({
    text: 'Members may not export.',
  });
  fetched.mockResolvedValueOnce(new Response('zip'));
  await expect(askWhy('/api/account/export', SILENT)).rejects.toBe(SILENT);
  expect(fetched.mock.lastCall?.[1].signal?.aborted).toBe(true);
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(askWhy('/api/account/export', SILENT)).rejects.toBe(SILENT);
  const away = new NetworkError();
  await expect(askWhy('/api/account/export', away)).rejects.toBe(away);
  expect(fetched).toHaveBeenCalledTimes(3);
});
