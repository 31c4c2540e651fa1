import { ai } from '#server/config/ai-settings.ts';
import { passCertificate } from '#server/config/apple-settings.ts';
import { googleWallet } from '#server/config/google-settings.ts';
import { twilio } from '#server/config/twilio-settings.ts';
import type { AppContext } from '#server/context.ts';
import type { Abilities } from '#shared/contract/abilities.ts';

/**
 * The server's features under its settings, as long as they are valid. Screens say what is not available before anyone
 * presses it, and what works instead; specified elements stay in place.
 */
export const listAbilities = ({ config, now }: Pick<AppContext, 'config' | 'now'>): Abilities => ({
  languageModel: ai.ability(config.ai, now()),
  sendsTexts: twilio.ability(config.twilio, now()),
  signsApplePasses: passCertificate.ability(config.apple.certificate, now()),
  signsGooglePasses: googleWallet.ability(config.googleWallet, now()),
});
