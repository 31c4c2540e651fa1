import { SHARE_PLATFORMS } from './constants.ts';

/** The ways a card's link travels. `via` in the link names one; else where the visitor came from says it. */

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

/** The channel that a link's `via` names; "other" for a word that is none of ours, null for none at all. */
export function readChannel(via: string | null | undefined): Channel | null {
  const word = via?.trim().toLowerCase() ?? '';
  if (word === '') return null;
  return isChannel(word) ? word : 'other';
}
