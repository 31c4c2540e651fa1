import { endpoint, multipart } from '#shared/contract/api.ts';
import { IMAGE_BYTES_MAX } from '#shared/contract/constants.ts';
import { z } from '#shared/contract/zod.ts';

/** Photos of paper business cards, read by a language model where one is configured. Nothing of them is kept. */

export const PAPER_PHONE_KINDS = ['mobile', 'work', 'home', 'fax'] as const;

/**
 * The text of a card, for its owner to confirm: one line of text each, without control characters, and empty where the
 * card says nothing. Addresses and links are of the form that contacts accept; what is not is among the notes.
 */
export const paperCard = z
  .object({
    name: z.string(),
    title: z.string(),
    company: z.string(),
    emails: z.array(z.string()),
    /** As printed. */
    phones: z.array(z.object({ value: z.string(), kind: z.enum(PAPER_PHONE_KINDS) })),
    websites: z.array(z.string()),
    address: z.object({
      street: z.string(),
      postalCode: z.string(),
      city: z.string(),
      region: z.string(),
      country: z.string(),
    }),
    /** Everything else on the card, a line each. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'PaperCard' });
export type PaperCard = z.output<typeof paperCard>;

export const readPaperCard = z
  .object({
    /** Null if the language model could not read it. */
    card: paperCard.nullable(),
    /** Why it could not, as a sentence for the owner. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'ReadPaperCard' });
export type ReadPaperCard = z.output<typeof readPaperCard>;

export const paperCardEndpoints = {
  read: endpoint('POST', '/api/contacts/scan', {
    summary:
      'What a photo of a paper card (5 MB) says, as the language model reads it; nothing is kept, and no contact is added',
    who: 'user',
    body: multipart,
    bytesMax: IMAGE_BYTES_MAX,
    returns: readPaperCard,
    limit: 'paperCard',
  }),
};
