import { buffer } from 'node:stream/consumers';
import type { AppContext } from '#server/context.ts';
import { ownMediaName } from '#shared/contract/media-urls.ts';

/** All bytes of a stored file, or null if it does not exist. */
export async function readBlob(app: AppContext, name: string): Promise<Buffer | null> {
  const found = await app.blobs.find(name);
  return found && buffer(found.read());
}

/** All bytes of the file in a card's field; null if the field is empty or names a file on another site. */
export async function readOwnMedia(app: AppContext, address: string | null): Promise<Buffer | null> {
  const name = ownMediaName(address);
  return name === null ? null : readBlob(app, name);
}
