import { endpoint } from '#shared/contract/api.ts';
import { z } from '#shared/contract/zod.ts';

/** The legal pages of the server: who sells, on what terms, and what is stored. */

/** Where they are; null for what this server does not publish. */
export const legalPages = z
  .object({
    imprintUrl: z.string().nullable(),
    termsUrl: z.string().nullable(),
    privacyUrl: z.string().nullable(),
  })
  .meta({ id: 'LegalPages' });
export type LegalPages = z.output<typeof legalPages>;

export const legalEndpoints = {
  read: endpoint('GET', '/api/legal', {
    summary:
      'The addresses of the imprint, the terms and the privacy policy, as far as the operator publishes them',
    who: 'anyone',
    returns: legalPages,
  }),
};
