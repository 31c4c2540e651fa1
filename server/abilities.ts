import type { Abilities } from '#shared/abilities.ts';

/** No code sends text messages or signs wallet passes yet; a change that adds either must declare it here. */
export const ABILITIES: Abilities = {
  sendsTexts: false,
  signsApplePasses: false,
  signsGooglePasses: false,
};
