import { SHARE_PLATFORMS } from './constants.ts';

/** How a card's link travels. `via` in the link names the channel; without it, the referrer decides. */

export const CHANNELS = [
  ...SHARE_PLATFORMS,
  'mail',
  'message',
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

const isChannel = (text: string): text is Channel => CHANNELS.some((channel) => channel === text);

/** The channel named by a link's `via`; "other" for an unknown word, null if there is none. */
export function readChannel(via: string | null | undefined): Channel | null {
  const word = via?.trim().toLowerCase() ?? '';
  if (word === '') return null;
  return isChannel(word) ? word : 'other';
}
