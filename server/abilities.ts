import type { Config } from '#server/config.ts';
import type { Abilities } from '#shared/abilities.ts';

/** What this server can do with its settings; no code sends text messages yet. */
export const abilitiesOf = ({ apple, googleWallet }: Pick<Config, 'apple' | 'googleWallet'>): Abilities => ({
  sendsTexts: false,
  signsApplePasses: apple.certificate !== undefined,
  signsGooglePasses: googleWallet !== undefined,
});
