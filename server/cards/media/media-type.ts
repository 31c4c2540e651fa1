import { fileTypeFromBuffer } from 'file-type';
import { isWebm } from '#server/cards/media/webm.ts';
import { type MediaKind, wrongKindMessage } from '#shared/cards/media-rules.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * Detects what a file is by its content, never by its name. Types that could run a script (SVG, HTML) are unsupported.
 */

/** The type of a file shows within this many bytes; the limit keeps a hostile file from making us search on. */
export const HEAD_BYTES = 16 * 1024;

export type MediaType = { kind: 'image' } | { kind: 'video'; type: string; extension: string };

const VIDEO_EXTENSIONS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-m4v': 'mp4',
};

/** The signatures of images: JPEG, PNG, GIF, and TIFF in either byte order. */
const IMAGE_STARTS = ['ffd8ff', '89504e470d0a1a0a', '474946383961', '474946383761', '49492a00', '4d4d002a'];
/** The brands of images in ISO boxes (ISO 23008-12): AVIF and HEIF. */
const IMAGE_BRANDS = new Set([
  'avif',
  'avis',
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
]);

function isImage(head: Buffer): boolean {
  const start = head.toString('hex', 0, 8);
  if (IMAGE_STARTS.some((known) => start.startsWith(known))) return true;
  const at = (from: number) => head.toString('latin1', from, from + 4);
  if (at(0) === 'RIFF' && at(8) === 'WEBP') return true;
  return at(4) === 'ftyp' && IMAGE_BRANDS.has(at(8));
}

/** Kind, media type and, for videos, extension of a file that starts with these bytes; null for anything else. */
export async function detectMediaType(bytes: Buffer): Promise<MediaType | null> {
  const head = bytes.subarray(0, HEAD_BYTES);
  if (isImage(head)) return { kind: 'image' };
  const found = await fileTypeFromBuffer(head);
  const extension = VIDEO_EXTENSIONS[found?.mime ?? ''];
  if (!found || !extension || (extension === 'webm' && !isWebm(head))) return null;
  return { kind: 'video', type: found.mime, extension };
}

/** Refuses a file of the wrong kind for its slot, with the message of section 5. */
export function requireKind(
  found: MediaType | null,
  wanted: MediaKind | undefined,
  name: string,
): asserts found is MediaType {
  if (found && (!wanted || found.kind === wanted)) return;
  throw wrongKind(name, wanted ?? 'image');
}

export const wrongKind = (name: string, wanted: MediaKind) =>
  new AppError('unsupported_type', wrongKindMessage(name, wanted));
