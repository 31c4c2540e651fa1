import { useCallback, useEffect, useRef } from 'react';
import type { Card } from '#shared/cards/cards.ts';
import { PRODUCT, QR_SHARED } from '#shared/contract/constants.ts';
import { qrFileName } from '#shared/formats/file-names.ts';
import { mainLinkVia } from '#shared/sharing/share-links.ts';
import { toast } from '#ui/Toast.tsx';
import { buildLink, buildMainLink } from './copy-link.ts';

/**
 * The ways to share a card through the device. The QR code is drawn ahead of time: a share sheet opens only during a
 * press (transient activation, HTML), and a press before the code is ready shares only the link.
 * Call `prepare` when the pointer comes near, and `share` in the press itself.
 */
export function useShareCard(card: Linked): { prepare: () => void; share: () => void } {
  const { id, fullName, mainPath } = card;
  const code = useRef<Promise<File | null> | null>(null);
  const drawn = useRef<File | null>(null);
  const prepare = useCallback(() => {
    code.current ??= drawCode({ id, fullName });
    const current = code.current;
    current.then(
      (file) => {
        if (code.current === current) drawn.current = file;
      },
      // The network was gone; the next time the pointer comes near is another try.
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
  const share = () => void shareThroughDevice({ id, fullName, mainPath }, drawn.current);
  return { prepare, share };
}

type Named = Pick<Card, 'id' | 'fullName'>;
type Linked = Named & Pick<Card, 'mainPath'>;

/** The code as an image file, or null where the device cannot share files. */
async function drawCode(card: Named): Promise<File | null> {
  if (typeof navigator.canShare !== 'function') return null;
  const named = (content: BlobPart[]) => new File(content, qrFileName(card.fullName), { type: 'image/png' });
  if (!navigator.canShare({ files: [named([])] })) return null;
  const [{ qrSvg }, { toPng }] = await Promise.all([import('#site/qr/qr.ts'), import('./qr-png.ts')]);
  return named([await toPng(qrSvg(buildLink(card)), QR_SHARED)]);
}

/**
 * Shares a card as well as the device can: the QR code as an image, otherwise the link through the system's share
 * sheet, otherwise the link on the clipboard. A toast says which. Nothing is awaited before the sheet opens.
 */
async function shareThroughDevice(card: Linked, code: File | null): Promise<void> {
  const url = mainLinkVia(window.location.origin, card, 'share');
  const data = { title: `${card.fullName} · ${PRODUCT}`, url };
  const withCode = code && { ...data, files: [code] };
  try {
    if (withCode && navigator.canShare(withCode)) {
      await navigator.share(withCode);
      toast({ title: 'QR Code Shared!', description: 'QR code has been shared successfully.' });
    } else if (typeof navigator.share === 'function') {
      await navigator.share(data);
      toast({ title: 'Profile Shared!', description: 'Profile link has been shared successfully.' });
    } else {
      await navigator.clipboard.writeText(buildMainLink(card));
      toast({ title: 'Link Copied!', description: 'Profile link copied to clipboard for sharing.' });
    }
  } catch (error) {
    // Closing the system's share sheet is a choice, not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ title: 'Sharing failed', description: 'Unable to share. Please try again.', isError: true });
  }
}
