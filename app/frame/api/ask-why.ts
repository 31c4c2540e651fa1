import { CallError } from './call.ts';

/** `findFile` asks by HEAD, which is refused without a word: asks the file itself, of which nothing more is read, and throws why. */
export async function askWhy(address: string, error: unknown): Promise<never> {
  if (!(error instanceof CallError) || error.text) throw error;
  const leaver = new AbortController();
  const response = await fetch(address, { credentials: 'include', signal: leaver.signal }).catch(() => null);
  if (response?.ok === false)
    throw new CallError(response.status, await response.text(), response.statusText);
  leaver.abort();
  throw error;
}
