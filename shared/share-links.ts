import type { SHARE_PLATFORMS } from './constants.ts';

export type SharePlatform = (typeof SHARE_PLATFORMS)[number];

/** Each network's own share page; all of them take just the link, and none loads anything from us. */
const SHARE_PAGE: Record<SharePlatform, (link: string, words: string) => string> = {
  linkedin: (link) => `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: link })}`,
  twitter: (link, text) => `https://twitter.com/intent/tweet?${new URLSearchParams({ url: link, text })}`,
  facebook: (link) => `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
  whatsapp: (link, words) => `https://wa.me/?${new URLSearchParams({ text: `${words} ${link}` })}`,
};

/**
 * The address that shares a card on a network. `origin` is where the product is served ("https://cards.example"). The
 * card's link names the network (`via`), since apps open links without a referrer.
 */
export function shareLink(
  platform: SharePlatform,
  origin: string,
  { id, fullName }: { id: string; fullName: string },
): string {
  const link = `${origin}/card/${id}?${new URLSearchParams({ via: platform })}`;
  return SHARE_PAGE[platform](link, `${fullName}'s digital business card`);
}
