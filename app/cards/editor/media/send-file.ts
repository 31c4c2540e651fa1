import { upload } from '#app/frame/api/upload.ts';
import type { Media } from '#shared/cards/media.ts';
import type { MediaKind } from '#shared/cards/media-rules.ts';
import type { Cut } from './cut.ts';
import { downscalePicture } from './downscale.ts';

interface FileToSend {
  file: File;
  kind: MediaKind;
  /** The part of an image that is wanted. */
  cut?: Cut | undefined;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** Shrinks images, then uploads; throws what `upload` does. */
export async function sendFile({ file, kind, cut, onProgress, signal }: FileToSend): Promise<Media> {
  const body = kind === 'image' ? await downscalePicture(file, cut) : file;
  signal.throwIfAborted();
  return upload({ file: body, name: file.name, kind, onProgress, signal });
}
