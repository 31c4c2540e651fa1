import type { Abilities } from '#shared/abilities.ts';

/** Nothing here sends a text message or signs a wallet pass yet; whoever builds it says so here. */
export const ABILITIES: Abilities = {
  sendsTexts: false,
  signsApplePasses: false,
  signsGooglePasses: false,
};
