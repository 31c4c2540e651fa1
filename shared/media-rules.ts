import { IMAGE_BYTES_MAX, SMALL_WIDTHS, VIDEO_BYTES_MAX } from './constants.ts';

/** What may be uploaded and the slots it goes to; separate from the schemas, so that screens need not load those. */

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

const MEDIA_URL = /^\/media\/[A-Za-z0-9._-]+$/;
/** RFC 2397; a browser's recorder puts codecs between the type and the encoding. */
const DATA_URL = /^data:[a-z]+\/[a-z0-9.+-]+(?:;[^;,]{1,80})*;base64,/i;

const STORED_IMAGE = /^(\/media\/[0-9a-f]{32})\.(?:jpg|webp)$/;

/**
 * The smaller versions of a stored picture that phones need, by width in pixels; empty for pictures not stored here.
 */
export function smallUrls(url: string): { url: string; width: number }[] {
  const [, start] = STORED_IMAGE.exec(url) ?? [];
  return start ? SMALL_WIDTHS.map((width) => ({ url: `${start}-${width}.webp`, width })) : [];
}

/** A file as an inline data value, as the specification's client sends it. */
export const isInlineData = (value: string): boolean => DATA_URL.test(value);
/**
 * Whether the app may show it: a file of ours, or one that has not left this browser yet. Pictures on other sites are
 * copied first.
 */
export const isShowable = (value: string): boolean => /^(?:\/|data:|blob:)/.test(value);
/** Whether it names a file on another site, as older cards may: nothing is loaded from there. */
export const isElsewhere = (value: string): boolean => /^https?:/i.test(value);
/** The address of a file we store. */
export const isOwnMedia = (value: string): boolean => MEDIA_URL.test(value);

/** The name of the stored file that an address of ours leads to; null for any other value. */
export const ownMediaName = (value: string | null | undefined): string | null =>
  value && isOwnMedia(value) ? value.slice('/media/'.length) : null;
