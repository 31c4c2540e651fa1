import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '#shared/errors.ts';
import { type MediaKind, wrongKindMessage } from '#shared/media-rules.ts';

/** What a file is, by its content and never by its name. What could run a script (SVG, HTML) is nothing we know. */

const IMAGE_TYPES = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/tiff',
]);
const VIDEO_EXTENSIONS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-m4v': 'mp4',
};

/** Kind, media type and, for videos, extension of a file that begins with these bytes; null for anything else. */
export async function mediaTypeOf(
  bytes: Buffer,
): Promise<{ kind: 'image' } | { kind: 'video'; type: string; extension: string } | null> {
  const found = await fileTypeFromBuffer(bytes);
  if (!found) return null;
  if (IMAGE_TYPES.has(found.mime)) return { kind: 'image' };
  const extension = VIDEO_EXTENSIONS[found.mime];
  return extension ? { kind: 'video', type: found.mime, extension } : null;
}

/** Refuses what is not of the kind a slot takes, with the sentence of section 5. */
export function requireKind(found: MediaKind | undefined, wanted: MediaKind | undefined, name: string): void {
  if (found && (!wanted || found === wanted)) return;
  throw new AppError('unsupported_type', wrongKindMessage(name, wanted ?? 'image'));
}
