import type { Channel } from '#shared/cards/channels.ts';
import type { MORE_NETWORKS, SHARE_PLATFORMS } from '#shared/contract/constants.ts';

export type SharePlatform = (typeof SHARE_PLATFORMS)[number];
export type MoreNetwork = (typeof MORE_NETWORKS)[number];

interface Shared {
  mainPath: string;
  fullName: string;
}

/**
 * Each network's own share page, as it documents it; none of them loads anything from us. Known on both sides, so that
 * each network is a plain link: WebKit blocks a window that is opened after waiting, and the code cannot notice.
 */
const SHARE_PAGE: Record<SharePlatform | MoreNetwork, (url: string, text: string) => string> = {
  linkedin: (url) => `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`,
  twitter: (url, text) => `https://twitter.com/intent/tweet?${new URLSearchParams({ url, text })}`,
  facebook: (u) => `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u })}`,
  whatsapp: (url, text) => `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`,
  telegram: (url, text) => `https://t.me/share/url?${new URLSearchParams({ url, text })}`,
  threads: (url, text) => `https://www.threads.com/intent/post?${new URLSearchParams({ text, url })}`,
  bluesky: (url, text) =>
    `https://bsky.app/intent/compose?${new URLSearchParams({ text: `${text} ${url}` })}`,
  reddit: (url, title) => `https://www.reddit.com/submit?${new URLSearchParams({ url, title })}`,
  xing: (url) => `https://www.xing.com/spi/shares/new?${new URLSearchParams({ url })}`,
  line: (url) => `https://social-plugins.line.me/lineit/share?${new URLSearchParams({ url })}`,
};

const nameOf = ({ fullName }: Shared) => `${fullName}'s digital business card`;

/**
 * A card's link for one way of sharing it: apps open links without a referrer, so the link itself names the channel.
 * `origin` is where the product is served ("https://cards.example").
 */
export const linkVia = (origin: string, id: string, via: Channel): string =>
  `${origin}/card/${id}?${new URLSearchParams({ via })}`;

/** Likewise for the link that the card's owner chose as its main one. */
export const mainLinkVia = (origin: string, { mainPath }: { mainPath: string }, via: Channel): string =>
  `${origin}${mainPath}?${new URLSearchParams({ via })}`;

/** The address that shares a card on a network. */
export const shareLink = (network: SharePlatform | MoreNetwork, origin: string, card: Shared): string =>
  SHARE_PAGE[network](mainLinkVia(origin, card, network), nameOf(card));

/** Opens a new mail (RFC 6068), which takes a space as %20 and never as a plus sign. */
export function mailLink(origin: string, card: Shared): string {
  const body = `Here is my digital business card:\r\n${mainLinkVia(origin, card, 'mail')}`;
  return `mailto:?subject=${encodeURIComponent(nameOf(card))}&body=${encodeURIComponent(body)}`;
}

/** Opens a new text message. iPhones look for "&body=", Android (RFC 5724) for "?body="; this form works on both. */
export function messageLink(origin: string, card: Shared): string {
  const body = `Here is my digital business card: ${mainLinkVia(origin, card, 'message')}`;
  return `sms:?&body=${encodeURIComponent(body)}`;
}
