import type { Config } from '#server/config.ts';
import type { Abilities } from '#shared/abilities.ts';

/** What this server can do with its settings. */
export const abilitiesOf = ({
  apple,
  googleWallet,
  twilio,
}: Pick<Config, 'apple' | 'googleWallet' | 'twilio'>): Abilities => ({
  sendsTexts: twilio !== undefined,
  signsApplePasses: apple.certificate !== undefined,
  signsGooglePasses: googleWallet !== undefined,
});
