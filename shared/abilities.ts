import { z } from './zod.ts';

/** What a server can do only with a certificate or an external provider. Screens offer nothing that is missing here. */
export const abilities = z.object({
  /** Sends text messages. */
  sendsTexts: z.boolean(),
  signsApplePasses: z.boolean(),
  signsGooglePasses: z.boolean(),
});
export type Abilities = z.output<typeof abilities>;
