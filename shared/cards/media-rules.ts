import { IMAGE_BYTES_MAX, VIDEO_BYTES_MAX } from '#shared/contract/constants.ts';

/** Permitted uploads and the slots they go to; separate from the schemas, so that screens need not load those. */

export const MEDIA_KINDS = ['image', 'video'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const BYTES_MAX: Record<MediaKind, number> = { image: IMAGE_BYTES_MAX, video: VIDEO_BYTES_MAX };

/** The error messages of section 5, for both browser and server. */
export const tooLargeMessage = (fileName: string, kind: MediaKind): string =>
  `${fileName} is larger than ${BYTES_MAX[kind] / (1024 * 1024)}MB. Please choose a smaller file.`;
export const wrongKindMessage = (fileName: string, kind: MediaKind): string =>
  kind === 'image'
    ? `${fileName} is not an image file. Please select an image.`
    : `${fileName} is not a video file. Please select a video.`;

/** A readable size: "12 MB", rounded down so that it never promises too much. */
export const inMegabytes = (bytes: number): string =>
  bytes > 0 && bytes < 1024 * 1024 ? 'less than 1 MB' : `${Math.floor(bytes / (1024 * 1024))} MB`;
