import type { CustomFetch } from 'openid-client';
import { isAllowedAddress } from '#server/oidc-settings.ts';

/** The provider did not respond, took too long or failed itself; another attempt may work. */
export class ProviderAway extends Error {}

/** How long one request to a provider may take, the body included. */
const REQUEST_MS = 5_000;
/** Configurations and key sets are a few KB; nothing a provider sends is larger than this. */
const BYTES_MAX = 512 * 1024;

/**
 * `fetch` for requests to a provider, whose addresses come from its own configuration: bounded in time and size, over
 * https or on this machine. Throws `ProviderAway` if the provider does not respond, or responds 5xx.
 */
export const boundedFetch: CustomFetch = async (url, { signal, ...options }) => {
  if (!isAllowedAddress(url)) throw new Error('The provider named an address without https.');
  const limit = AbortSignal.timeout(REQUEST_MS);
  const init = { ...options, signal: signal ? AbortSignal.any([signal, limit]) : limit } as RequestInit;
  const response = await fetch(url, init).catch((error: unknown) => {
    throw new ProviderAway('The provider did not answer.', { cause: error });
  });
  if (response.status >= 500) {
    await response.body?.cancel();
    throw new ProviderAway(`The provider answered ${response.status}.`);
  }
  const { status, headers } = response;
  return new Response(await readAtMost(response), { status, headers });
};

async function readAtMost({ body }: Response): Promise<Buffer<ArrayBuffer> | null> {
  if (!body) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new ProviderAway('The answer of the provider broke off.', { cause: error });
    });
    if (done) return Buffer.concat(chunks);
    length += value.length;
    if (length > BYTES_MAX) {
      await reader.cancel();
      throw new Error('The answer of the provider is too long.');
    }
    chunks.push(value);
  }
}
