import { paths } from '#app/paths.ts';
import { toast } from '#ui/Toast.tsx';

/** The address a visitor opens, as in every QR code and shared link of a card. */
export const linkOf = (card: { id: string }): string =>
  new URL(paths.publicCard(card.id), window.location.origin).href;

/** Puts a card's bare link on the clipboard, and says whether it is there. */
export async function copyLink(card: { id: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(linkOf(card));
    toast({ title: 'Link copied!' });
  } catch {
    toast({ title: 'Copy failed', description: 'Unable to copy link to clipboard.', isError: true });
  }
}
