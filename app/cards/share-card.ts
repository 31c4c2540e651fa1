import { useCallback, useEffect, useRef } from 'react';
import { paths } from '#app/paths.ts';
import type { Card } from '#shared/cards.ts';
import { PRODUCT, QR_SHARED } from '#shared/constants.ts';
import { qrFileName } from '#shared/file-names.ts';
import { toast } from '#ui/Toast.tsx';

/** The address a visitor opens; what every QR code and every shared link of a card holds. */
export const linkOf = (card: { id: string }): string =>
  new URL(paths.publicCard(card.id), window.location.origin).href;

/**
 * The ways to pass a card on through the device. Its code is drawn before anyone presses: a share sheet opens only in
 * the moment of the press (transient activation, HTML), and whoever presses sooner shares the link alone.
 * Call `prepare` again when a hand comes near, and `share` in the press itself.
 */
export function useShareCard(card: Card): { prepare: () => void; share: () => void } {
  const { id, fullName } = card;
  const code = useRef<Promise<File | null> | null>(null);
  const drawn = useRef<File | null>(null);
  const prepare = useCallback(() => {
    code.current ??= drawCode({ id, fullName });
    const current = code.current;
    current.then(
      (file) => {
        if (code.current === current) drawn.current = file;
      },
      // The line was gone; the next time a hand comes near is another try.
      () => {
        if (code.current === current) code.current = null;
      },
    );
  }, [id, fullName]);
  useEffect(() => {
    prepare();
    return () => {
      code.current = null;
      drawn.current = null;
    };
  }, [prepare]);
  const share = () => void passOn({ id, fullName }, drawn.current);
  return { prepare, share };
}

type Named = Pick<Card, 'id' | 'fullName'>;

/** The code as a picture, or null where the device takes no files. */
async function drawCode(card: Named): Promise<File | null> {
  if (typeof navigator.canShare !== 'function') return null;
  const named = (content: BlobPart[]) => new File(content, qrFileName(card.fullName), { type: 'image/png' });
  if (!navigator.canShare({ files: [named([])] })) return null;
  const [{ qrSvg }, { toPng }] = await Promise.all([import('#site/qr/qr.ts'), import('./qr-png.ts')]);
  return named([await toPng(qrSvg(linkOf(card)), QR_SHARED)]);
}

/**
 * Passes a card on as well as the device can: the QR code as a picture, else the link through the system's
 * share sheet, else the link on the clipboard. Says in a toast which it was. Nothing is awaited before the sheet opens.
 */
async function passOn(card: Named, code: File | null): Promise<void> {
  const data = { title: `${card.fullName} · ${PRODUCT}`, url: linkOf(card) };
  const withCode = code && { ...data, files: [code] };
  try {
    if (withCode && navigator.canShare(withCode)) {
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
