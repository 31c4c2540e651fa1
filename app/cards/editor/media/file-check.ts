import { CallError, fixedMessageOf, messageOf } from '#app/frame/api/call.ts';
import { BYTES_MAX, type MediaKind, tooLargeMessage, wrongKindMessage } from '#shared/cards/media-rules.ts';

/** Why a file was refused, in the words of sections 5 and 8. */
export interface FileRefusal {
  title: 'File too large' | 'Invalid file type' | 'Image processing failed' | 'Upload failed';
  description: string;
}

const FAILED = 'Failed to upload files. Please try again.';

/**
 * Checks a file before anything is sent; null if it is acceptable. A browser that does not know the type reports none;
 * the server checks the content in any case.
 */
export function checkFile(
  file: { name: string; type: string; size: number },
  kind: MediaKind,
): FileRefusal | null {
  if (file.type && !file.type.startsWith(`${kind}/`)) {
    return { title: 'Invalid file type', description: wrongKindMessage(file.name, kind) };
  }
  if (file.size > BYTES_MAX[kind]) {
    return { title: 'File too large', description: tooLargeMessage(file.name, kind) };
  }
  return null;
}

/** Why the remaining files of a selection were left out, when a list accepts `room` more. */
export function noRoomFor(count: number, room: number): FileRefusal {
  const files = count === 1 ? '1 file was' : `${count} files were`;
  const left = room > 0 ? `You can add ${room} more.` : 'You can’t add more.';
  return { title: 'Upload failed', description: `${left} ${files} skipped.` };
}

const TITLES: Partial<Record<NonNullable<CallError['code']>, FileRefusal['title']>> = {
  too_large: 'File too large',
  unsupported_type: 'Invalid file type',
  invalid: 'Image processing failed',
};

/** The words above for a file that the server refused or cannot accept right now; for its failures, those of section 8. */
export function refusalFrom(error: unknown): FileRefusal {
  const code = error instanceof CallError && error.code !== 'internal' ? error.code : undefined;
  return {
    title: (code && TITLES[code]) ?? 'Upload failed',
    description: code ? messageOf(error, FAILED) : fixedMessageOf(error, FAILED),
  };
}
