import { SMALL_WIDTHS } from '#shared/contract/constants.ts';
import { ownMediaName } from '#shared/contract/media-urls.ts';

/** A file is named by the hash of its content: `{hash}.jpg`; the same picture at a small width is `{hash}-400.webp`. */

const NAME = /^([0-9a-f]{32})(?:-(\d+)\.webp|\.(jpg|webp|mp4|mov|webm))$/;
const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

/** The media type of a stored file, from its name; undefined if we did not give the name. */
export const typeOfName = (name: string): string | undefined =>
  NAME.test(name) ? TYPES[name.split('.')[1] ?? ''] : undefined;

export const smallName = (name: string, width: number): string => `${name.slice(0, 32)}-${width}.webp`;
export const smallNames = (name: string): string[] => SMALL_WIDTHS.map((width) => smallName(name, width));

/** The pictures that a small width may have been made from; empty for any other name. */
export function listOriginals(name: string): string[] {
  const [, hash, width] = NAME.exec(name) ?? [];
  const isOffered = SMALL_WIDTHS.some((offered) => offered === Number(width));
  return isOffered ? [`${hash}.jpg`, `${hash}.webp`] : [];
}

/** The names of our own files in the fields of a card or a draft. */
export function listMediaNames(fields: object): string[] {
  const values = Object.values(fields).flat();
  return [...new Set(values.flatMap((value) => (typeof value === 'string' && ownMediaName(value)) || []))];
}
