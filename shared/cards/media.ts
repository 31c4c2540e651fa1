import { endpoint, multipart } from '#shared/contract/api.ts';
import { TEXT_MAX } from '#shared/contract/constants.ts';
import { LINK_MESSAGE, line } from '#shared/contract/fields.ts';
import { toHref } from '#shared/contract/links.ts';
import { z } from '#shared/contract/zod.ts';
import { MEDIA_KINDS } from './media-rules.ts';

/** Uploaded images and videos. */

export const mediaKind = z.enum(MEDIA_KINDS);

export const media = z
  .object({
    /** Its URL: `/media/{content hash}.{ext}`. */
    url: z.string(),
    kind: mediaKind,
    type: z.string(),
    bytes: z.number().int(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .meta({ id: 'Media' });
export type Media = z.output<typeof media>;

export const mediaEndpoints = {
  upload: endpoint('POST', '/api/media', {
    summary: 'Upload one image (5 MB) or video (10 MB); `kind` says which the slot takes',
    who: 'user',
    account: 'query',
    query: z.object({ kind: mediaKind.optional() }),
    body: multipart,
    returns: media,
    limit: 'upload',
  }),
  import: endpoint('POST', '/api/media/import', {
    summary: 'Keep a copy of the image at a web address',
    who: 'user',
    account: 'query',
    body: z.object({
      url: line(TEXT_MAX.url).refine(
        (value) => /^https?:/i.test(value) && toHref(value) !== null,
        LINK_MESSAGE,
      ),
    }),
    returns: media,
    limit: 'upload',
  }),
};
