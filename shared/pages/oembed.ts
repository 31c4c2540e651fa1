import { endpoint, file } from '#shared/contract/api.ts';
import { z } from '#shared/contract/zod.ts';

/** How other sites show a card for its address (oembed.com, version 1.0). */

const side = z.coerce.number().int().min(1).max(100_000).optional();

export const oembedQuery = z.object({
  /** The address of a card, with or without parameters. */
  url: z.string().max(4_096),
  format: z.string().max(20).default('json'),
  maxwidth: side,
  maxheight: side,
});

export const oembedEndpoints = {
  card: endpoint('GET', '/api/oembed', {
    summary: 'How another site shows a card, as JSON or XML (oembed.com)',
    who: 'anyone',
    query: oembedQuery,
    returns: file('application/json'),
  }),
};
