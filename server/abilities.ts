import type { Config } from '#server/config.ts';
import type { Abilities } from '#shared/abilities.ts';

/** No code sends text messages or signs Google Wallet passes yet; a change that adds either must declare it here. */
export const abilitiesOf = ({ apple }: Pick<Config, 'apple'>): Abilities => ({
  sendsTexts: false,
  signsApplePasses: apple.certificate !== undefined,
  signsGooglePasses: false,
});
