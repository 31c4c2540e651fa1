import { buffer } from 'node:stream/consumers';
import type { AppContext } from '#server/context.ts';
import { ownMediaName } from '#shared/contract/media-urls.ts';
import type { VcardPhoto } from '#shared/formats/vcard.ts';

/** A larger photo is only pointed to. */
const INLINE_BYTES_MAX = 100 * 1024;

/** The photo of a contact in the file itself if it is small, otherwise where it is; null if it has none. */
export async function exportedPhoto(app: AppContext, address: string | null): Promise<VcardPhoto | null> {
  if (!address) return null;
  const name = ownMediaName(address);
  if (name === null) return { url: address };
  const found = await app.blobs.find(name);
  if (found === null) return null;
  if (found.bytes <= INLINE_BYTES_MAX) {
    const type = name.endsWith('.webp') ? 'WEBP' : 'JPEG';
    return { type, base64: (await buffer(found.read())).toString('base64') };
  }
  return app.config.publicUrl ? { url: new URL(address, app.config.publicUrl).href } : null;
}
