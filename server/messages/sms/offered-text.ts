import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import type { CardOwner } from '#server/cards/cards/read-card.ts';
import type { Config } from '#server/config/config.ts';
import { toE164 } from '#server/infra/phone.ts';
import { textCountryOf } from '#server/messages/sms/numbers.ts';
import { textBodyOf } from '#shared/messages/text-message.ts';

type Owner = Pick<
  CardOwner,
  'kind' | 'emailConfirmedAt' | 'autoSmsEnabled' | 'autoSmsMessage' | 'phoneNumber'
>;

/** False for a team: nobody could word its texts, see them, or turn them off. */
export const wantsTexts = ({ kind, autoSmsEnabled }: Pick<Owner, 'kind' | 'autoSmsEnabled'>): boolean =>
  kind !== 'team' && autoSmsEnabled;

/**
 * False as long as an account has confirmed no address, though it could: texts cost the operator, and anybody makes such
 * accounts by the hundred (docs/decisions/404).
 */
export const isConfirmed = (config: Config, { emailConfirmedAt }: Pick<Owner, 'emailConfirmedAt'>): boolean =>
  emailConfirmedAt !== null || !sendsMail({ config });

/** The countries that an owner's texts may go to, as codes; none without a setting and a number of their own. */
export function countriesOf(
  { smsCountries }: Pick<Config, 'smsCountries'>,
  { phoneNumber }: Pick<Owner, 'phoneNumber'>,
): readonly string[] {
  if (smsCountries) return smsCountries;
  // Their own number counts with its country code only: nothing tells which country another is of.
  const own = textCountryOf(toE164(phoneNumber));
  return own ? [own] : [];
}

/**
 * The text that visitors of a card are asked to agree to; null if none would be sent. To ask for consent to a text that
 * is never sent would be a lie. What goes to the outbox is never sent later: who agreed in May does not expect a text
 * in July. The card's page depends on all of this, so it is in `userVersion`.
 */
export function offeredText(config: Config, ownerName: string, owner: Owner): string | null {
  const isSent =
    config.twilio && wantsTexts(owner) && isConfirmed(config, owner) && countriesOf(config, owner).length > 0;
  return isSent ? textBodyOf(ownerName, owner.autoSmsMessage) : null;
}
