import { endpoint, multipart } from './api.ts';
import { IMAGE_BYTES_MAX, VIDEO_BYTES_MAX } from './constants.ts';
import { z } from './zod.ts';

/** Uploaded images and videos. */

export const mediaKind = z.enum(['image', 'video']);
export type MediaKind = z.output<typeof mediaKind>;

export const media = z.object({
  /** Where it is served: `/media/{content hash}.{ext}`. */
  url: z.string(),
  kind: mediaKind,
  type: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});
export type Media = z.output<typeof media>;

export const BYTES_MAX: Record<MediaKind, number> = { image: IMAGE_BYTES_MAX, video: VIDEO_BYTES_MAX };

/** The sentences of section 5, for the browser and the server alike. */
export const tooLargeMessage = (fileName: string, kind: MediaKind): string =>
  `${fileName} is larger than ${BYTES_MAX[kind] / (1024 * 1024)}MB. Please choose a smaller file.`;
export const wrongKindMessage = (fileName: string, kind: MediaKind): string =>
  kind === 'image'
    ? `${fileName} is not an image file. Please select an image.`
    : `${fileName} is not a video file. Please select a video.`;

export const mediaRows = {
  upload: endpoint('POST', '/api/media', {
    summary: 'Upload one image (5 MB) or video (10 MB); `kind` says which the slot takes',
    who: 'user',
    query: z.object({ kind: mediaKind.optional() }),
    body: multipart,
    bodyLimit: VIDEO_BYTES_MAX + 64 * 1024,
    returns: media,
    limit: 'upload',
  }),
};
