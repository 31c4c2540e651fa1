import type { AppContext } from '#server/context.ts';
import type { Abilities } from '#shared/contract/abilities.ts';

/**
 * The server's features under its settings, as long as they are valid. Screens say what is not available before anyone
 * presses it, and what works instead; specified elements stay in place.
 */
export const listAbilities = ({
  config: { ai, googleWallet, twilio },
  apple,
}: Pick<AppContext, 'config'> & { apple: { isTrusted: boolean } }): Abilities => ({
  languageModel: ai ? { host: new URL(ai.baseUrl).host, name: ai.model } : null,
  sendsTexts: twilio !== undefined,
  signsApplePasses: apple.isTrusted,
  signsGooglePasses: googleWallet !== undefined,
});
