import { ProviderAway, ProviderRefusal } from '#server/infra/billing-provider.ts';
import { cutText } from '#shared/formats/cut-text.ts';

const REASON_MAX = 300;

/** Why something failed, in words for operators: what the provider said, not what we tell its customers. */
export function describeProviderFailure(error: unknown): string {
  if (error instanceof ProviderAway || error instanceof ProviderRefusal) {
    return cutText(error.reason, REASON_MAX);
  }
  return cutText(error instanceof Error ? error.message : String(error), REASON_MAX);
}
