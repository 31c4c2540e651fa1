import { endpoint } from '#shared/contract/api.ts';
import { count, id, line, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** The NFC tags of a card: stickers and plastic cards that open its link on a phone held to them. */

/**
 * How many tags a card may have at a time, and how many in all, since each number is used once. A removed sticker may
 * still be somewhere.
 */
export const NFC_TAGS_MAX = 50;
export const NFC_NUMBERS_MAX = 1_000;
const NAME_MAX = 60;

/** The URL on a tag: the card's main link, its channel and the tag's number. `origin` is where the product is served. */
export const tagLink = (origin: string, mainPath: string, number: number): string =>
  `${origin}${mainPath}?via=nfc&tag=${number}`;

/** The kinds of tags that shops sell, and how many bytes of message each takes. Source: NXP, data sheet of NTAG213/215/216. */
const TAG_KINDS = [
  { kind: 'NTAG213', bytes: 137 },
  { kind: 'NTAG215', bytes: 480 },
  { kind: 'NTAG216', bytes: 868 },
];
/** One byte stands for each of these. Source: NFC Forum, URI Record Type Definition, 3.2.2. */
const SHORT_PREFIX = /^https?:\/\/(?:www\.)?/;
/** The length of a payload up to this takes one byte, a longer one four. Source: NFC Forum, NDEF, 3.2.4. */
const SHORT_PAYLOAD = 255;

/** The bytes of the message with this link alone: flags, lengths and type of the record, its prefix and the rest. */
export function messageBytes(link: string): number {
  const payload = 1 + new URL(link).href.replace(SHORT_PREFIX, '').length;
  return (payload > SHORT_PAYLOAD ? 7 : 4) + payload;
}

/** Which kinds of tags have room for the card's link, with the longest number a tag may get, and which are too small. */
export function kindsOfTags(origin: string, mainPath: string): { fit: string[]; tooSmall: string[] } {
  const needed = messageBytes(tagLink(origin, mainPath, NFC_NUMBERS_MAX));
  const namesOf = (hasRoom: boolean) =>
    TAG_KINDS.filter(({ bytes }) => bytes >= needed === hasRoom).map(({ kind }) => kind);
  return { fit: namesOf(true), tooSmall: namesOf(false) };
}

export const nfcTag = z
  .object({
    number: z.number().int().min(1),
    name: z.string(),
    createdAt: moment,
    /** When a phone wrote it and read it back; null as long as that has not been seen. */
    writtenAt: moment.nullable(),
    isLocked: z.boolean(),
    views: count,
  })
  .meta({ id: 'NfcTag' });
export type NfcTag = z.output<typeof nfcTag>;

const name = () => line(NAME_MAX).min(1, 'Give the tag a name');
export const newNfcTag = z.object({ name: name() }).meta({ id: 'NewNfcTag' });
export const nfcTagChanges = z
  .object({
    name: name(),
    /** The link was written to it and read back. */
    isWritten: z.literal(true),
    /** It can never be written again. */
    isLocked: z.literal(true),
  })
  .partial()
  .meta({ id: 'NfcTagChanges' });

const cardParams = z.object({ cardId: id });
const tagParams = cardParams.extend({ number: z.coerce.number().int().min(1).max(NFC_NUMBERS_MAX) });

export const nfcEndpoints = {
  list: endpoint('GET', '/api/nfc/{cardId}/tags', {
    summary: 'The NFC tags of a card with their views, newest first',
    who: 'user',
    account: 'query',
    params: cardParams,
    returns: z.array(nfcTag),
  }),
  add: endpoint('POST', '/api/nfc/{cardId}/tags', {
    summary: 'Give a new tag its number; at most 50 a card',
    who: 'user',
    account: 'query',
    params: cardParams,
    body: newNfcTag,
    limit: 'cardWrite',
    returns: nfcTag,
  }),
  change: endpoint('PATCH', '/api/nfc/{cardId}/tags/{number}', {
    summary: 'Rename a tag, or note that it was written or locked',
    who: 'user',
    account: 'query',
    params: tagParams,
    body: nfcTagChanges,
    limit: 'cardWrite',
    returns: nfcTag,
  }),
  remove: endpoint('DELETE', '/api/nfc/{cardId}/tags/{number}', {
    summary:
      'Remove a tag from the list; its link still opens the card, and its views no longer count as the tag’s',
    who: 'user',
    account: 'query',
    params: tagParams,
    limit: 'cardWrite',
    returns: z.object({ number: z.number() }),
  }),
  restore: endpoint('POST', '/api/nfc/{cardId}/tags/{number}/restore', {
    summary: 'Undo the removal of a tag',
    who: 'user',
    account: 'query',
    params: tagParams,
    limit: 'cardWrite',
    returns: nfcTag,
  }),
};
