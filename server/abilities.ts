import type { Config } from '#server/config.ts';
import type { Abilities } from '#shared/abilities.ts';

/** What this server can do with its settings. */
export const abilitiesOf = ({
  ai,
  apple,
  googleWallet,
  twilio,
}: Pick<Config, 'ai' | 'apple' | 'googleWallet' | 'twilio'>): Abilities => ({
  languageModel: ai ? { host: new URL(ai.baseUrl).host, name: ai.model } : null,
  sendsTexts: twilio !== undefined,
  signsApplePasses: apple.certificate !== undefined,
  signsGooglePasses: googleWallet !== undefined,
});
