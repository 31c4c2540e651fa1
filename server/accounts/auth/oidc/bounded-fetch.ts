import type { CustomFetch } from 'openid-client';
import { isAllowedAddress } from '#server/config/setting-kinds.ts';
import { fetchWithin, Unanswered } from '#server/infra/fetch-within.ts';

/** The provider did not respond, took too long or failed itself; another attempt may work. */
export class SignInProviderAway extends Error {}

/**
 * `fetch` for requests to a provider, whose addresses come from its own configuration: bounded in time and size, over
 * https or on this machine. Throws `SignInProviderAway` if the provider does not respond, or responds 5xx.
 */
export const boundedFetch: CustomFetch = async (url, options) => {
  if (!isAllowedAddress(url)) throw new Error('The provider named an address without https.');
  const response = await fetchWithin(url, options as RequestInit).catch((error: unknown) => {
    throw error instanceof Unanswered ? new SignInProviderAway(error.message, { cause: error.cause }) : error;
  });
  if (response.status >= 500) throw new SignInProviderAway(`The provider answered ${response.status}.`);
  return response;
};
