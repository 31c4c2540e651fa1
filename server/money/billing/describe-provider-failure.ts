import { ProviderAway, ProviderRefusal } from '#server/infra/billing-provider.ts';

const REASON_MAX = 300;

/** Why something failed, in words for operators: what the provider said, not what we tell its customers. */
export function describeProviderFailure(error: unknown): string {
  if (error instanceof ProviderAway || error instanceof ProviderRefusal) {
    return error.reason.slice(0, REASON_MAX);
  }
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX);
}
