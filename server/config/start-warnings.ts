import type { Config } from '#server/config/config.ts';
import { NO_SENDER } from '#server/config/server-settings.ts';

/** Warnings about valid settings, as sentences for the log at the start. */
export function listWarnings({
  hasRateLimits,
  twilio,
  operator,
  seller,
  smtpUrl,
  mailFrom,
}: Pick<Config, 'hasRateLimits' | 'twilio' | 'operator' | 'seller' | 'smtpUrl' | 'mailFrom'>): string[] {
  const warnings: string[] = [];
  if (!hasRateLimits) {
    warnings.push('RATE_LIMITS=off: anyone may try passwords without end. Use this for measurements only.');
  }
  if (twilio && !operator.contactUrl && !seller.email) {
    warnings.push(
      'Texts are sent, but CONTACT_URL is empty: the answer to HELP names only this website, and carriers ask for a way to reach you.',
    );
  }
  if (smtpUrl && mailFrom === NO_SENDER) {
    warnings.push(
      `Emails are sent, but MAIL_FROM is empty: they come from ${NO_SENDER}, which most mail servers refuse.`,
    );
  }
  return warnings;
}
