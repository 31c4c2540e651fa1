import type { Media } from '#shared/cards/media.ts';
import type { MediaKind } from '#shared/cards/media-rules.ts';
import { CallError, callUrl, NetworkError } from './call.ts';

export interface UploadOptions {
  file: Blob;
  /** The name that messages use for this file. */
  name: string;
  /** The kind of media the slot takes. */
  kind: MediaKind;
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress: (fraction: number) => void;
  signal?: AbortSignal;
}

/** Uploads one picture or video and resolves to where it is served; throws as `sendFile` does. */
export function upload({ kind, ...file }: UploadOptions): Promise<Media> {
  return sendFile<Media>(callUrl('POST /api/media', { query: { kind } }), file);
}

/**
 * Sends one file as a form. The only request outside `call`, because only XMLHttpRequest reports the progress of a
 * request body. Throws `CallError`, `NetworkError`, or the signal's reason when aborted.
 */
export function sendFile<Answer>(
  address: string,
  { file, name, onProgress, signal }: Omit<UploadOptions, 'kind'>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, name);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as Answer);
      else reject(new CallError(request.status, request.responseText, request.statusText));
    };
    request.onerror = () => reject(new NetworkError());
    request.onabort = () => reject(signal?.reason ?? new NetworkError());
    signal?.addEventListener('abort', () => request.abort());
    request.open('POST', address);
    request.withCredentials = true;
    request.send(form);
  });
}
