import type { AppContext } from '#server/context.ts';
import { isOwnMedia } from '#shared/media-rules.ts';

/** All bytes of a stored file, or null when there is none. */
export async function readBlob(app: AppContext, name: string): Promise<Buffer | null> {
  if ((await app.blobs.sizeOf(name)) === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of app.blobs.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** All bytes of the file that a card's field names; null for a file of another site, or none. */
export async function readOwnMedia(app: AppContext, address: string | null): Promise<Buffer | null> {
  return address && isOwnMedia(address) ? readBlob(app, address.slice('/media/'.length)) : null;
}
