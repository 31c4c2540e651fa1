import { withRoom } from '#server/cards/media/quota.ts';
import { downloadImage, type RemoteOptions } from '#server/cards/media/remote-image.ts';
import { chargeUpload, storeBytes } from '#server/cards/media/store-media.ts';
import type { UserContext } from '#server/context.ts';
import type { Media } from '#shared/cards/media.ts';

/** Copies a picture from another site: public pages load nothing from third parties. */
export async function importMedia(
  ctx: UserContext,
  { body }: { body: { url: string } },
  options?: RemoteOptions,
): Promise<Media> {
  const { bytes, name } = await downloadImage(body.url, options);
  return withRoom(ctx, bytes.length, (holder) =>
    storeBytes(ctx, bytes, { holder, name, wanted: 'image', charge: chargeUpload(ctx) }),
  );
}
