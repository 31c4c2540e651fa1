import { paths } from '#app/frame/paths.ts';
import { toast } from '#ui/Toast.tsx';

/** The address in every QR code of a card: it never changes. */
export const buildLink = (card: { id: string }): string =>
  new URL(paths.publicCard(card.id), window.location.origin).href;

/** The address to copy and to share: the same, unless its owner chose another. */
export const buildMainLink = (card: { mainPath: string }): string =>
  new URL(card.mainPath, window.location.origin).href;

/** Puts a card's bare link on the clipboard, and says whether it is there. */
export const copyLink = (card: { mainPath: string }): Promise<void> => copyHref(buildMainLink(card));

/** Likewise, any link. */
export async function copyHref(href: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(href);
    toast({ title: 'Link copied!' });
  } catch {
    toast({ title: 'Copy failed', description: 'Unable to copy link to clipboard.', isError: true });
  }
}
