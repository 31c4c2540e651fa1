import { MORE_NETWORKS, SHARE_PLATFORMS } from '#shared/contract/constants.ts';

/**
 * How a card's link travels. `via` in the link names the channel; without it, the referrer decides. The copied link,
 * the card's own code and the barcode of a pass have no `via`. A word once used stays, since views carry it.
 */

export const CHANNELS = [
  ...SHARE_PLATFORMS,
  ...MORE_NETWORKS,
  'mail',
  'message',
  'share',
  'wallet',
  'nfc',
  'signature',
  'background',
  'print',
  'embed',
  'direct',
  'other',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** The everyday name of each channel. */
export const CHANNEL_LABELS: Record<Channel, string> = {
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  facebook: 'Facebook',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  threads: 'Threads',
  bluesky: 'Bluesky',
  reddit: 'Reddit',
  xing: 'XING',
  line: 'LINE',
  mail: 'Email',
  message: 'Message',
  share: 'Share sheet',
  wallet: 'Wallet pass',
  nfc: 'NFC tag',
  signature: 'Email signature',
  background: 'Meeting background',
  print: 'Print',
  embed: 'Website',
  direct: 'QR code or link',
  other: 'Other',
};

const isChannel = (text: string): text is Channel => CHANNELS.some((channel) => channel === text);

/** The channel named by a link's `via`; "other" for an unknown word, null if there is none. */
export function readChannel(via: string | null | undefined): Channel | null {
  const word = via?.trim().toLowerCase() ?? '';
  if (word === '') return null;
  return isChannel(word) ? word : 'other';
}
