import type { Config } from '#server/config/config.ts';

/** Warnings about valid settings, as sentences for the log at the start. */
export function listWarnings({
  hasRateLimits,
  twilio,
  operator,
  seller,
}: Pick<Config, 'hasRateLimits' | 'twilio' | 'operator' | 'seller'>): string[] {
  const warnings: string[] = [];
  if (!hasRateLimits) {
    warnings.push('RATE_LIMITS=off: anyone may try passwords without end. Use this for measurements only.');
  }
  if (twilio && !operator.contactUrl && !seller.email) {
    warnings.push(
      'Texts are sent, but CONTACT_URL is empty: the answer to HELP names only this website, and carriers ask for a way to reach you.',
    );
  }
  return warnings;
}
