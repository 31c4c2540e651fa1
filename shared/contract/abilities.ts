import { z } from './zod.ts';

/** Features that need a certificate or an external provider. Screens offer nothing that is missing here. */
export const abilities = z.object({
  /** The language model that writes follow-up suggestions and reads photos of paper cards, and where it is: `{ host: 'api.openai.com', name: 'gpt-4.1-mini' }`. */
  languageModel: z.object({ host: z.string(), name: z.string() }).nullable(),
  /** Sends text messages. */
  sendsTexts: z.boolean(),
  signsApplePasses: z.boolean(),
  signsGooglePasses: z.boolean(),
});
export type Abilities = z.output<typeof abilities>;
