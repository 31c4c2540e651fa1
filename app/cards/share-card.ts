import { paths } from '#app/paths.ts';
import type { Card } from '#shared/cards.ts';
import { PRODUCT, QR_SHARED } from '#shared/constants.ts';
import { qrFileName } from '#shared/file-names.ts';
import { toast } from '#ui/Toast.tsx';

/** The address a visitor opens; what every QR code and every shared link of a card holds. */
export const linkOf = (card: { id: string }): string =>
  new URL(paths.publicCard(card.id), window.location.origin).href;

/**
 * Passes a card on as well as the device can: the QR code as a picture, else the link through the system's
 * share sheet, else the link on the clipboard. Says in a toast which it was.
 */
export async function shareCard(card: Card): Promise<void> {
  const data = { title: `${card.fullName} · ${PRODUCT}`, url: linkOf(card) };
  try {
    const withCode = await dataWithCode(card, data);
    if (withCode) {
      await navigator.share(withCode);
      toast({ title: 'QR Code Shared!', description: 'QR code has been shared successfully.' });
    } else if (typeof navigator.share === 'function') {
      await navigator.share(data);
      toast({ title: 'Profile Shared!', description: 'Profile link has been shared successfully.' });
    } else {
      await navigator.clipboard.writeText(data.url);
      toast({ title: 'Link Copied!', description: 'Profile link copied to clipboard for sharing.' });
    }
  } catch (error) {
    // Closing the system's share sheet is a choice, not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ title: 'Sharing failed', description: 'Unable to share. Please try again.', isError: true });
  }
}

/** The link together with its code as a picture, or null where the device takes no files. */
async function dataWithCode(card: Card, data: ShareData): Promise<ShareData | null> {
  if (typeof navigator.canShare !== 'function') return null;
  const [{ qrSvg }, { toPng }] = await Promise.all([import('#shared/qr.ts'), import('./qr-png.ts')]);
  const png = await toPng(qrSvg(linkOf(card)), QR_SHARED);
  const files = [new File([png], qrFileName(card.fullName), { type: 'image/png' })];
  return navigator.canShare({ ...data, files }) ? { ...data, files } : null;
}
