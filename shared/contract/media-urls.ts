import { SMALL_WIDTHS } from './constants.ts';

/** The URL of a stored picture or video. */

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
 * True if the app may show it: a file of ours, or one that has not left this browser yet. Pictures on other sites are
 * copied first.
 */
export const isShowable = (value: string): boolean => /^(?:\/|data:|blob:)/.test(value);
/** True if it names a file on another site, as older cards may: nothing is loaded from there. */
export const isElsewhere = (value: string): boolean => /^https?:/i.test(value);
/** The address of a file we store. */
export const isOwnMedia = (value: string): boolean => MEDIA_URL.test(value);

/** The name of the stored file that one of our addresses leads to; null for any other value. */
export const ownMediaName = (value: string | null | undefined): string | null =>
  value && isOwnMedia(value) ? value.slice('/media/'.length) : null;
