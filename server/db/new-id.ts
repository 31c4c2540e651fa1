import { customAlphabet } from 'nanoid';

/** Without look-alikes (0 O 1 l I): cards' ids are read aloud and typed from paper. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Ten characters, 58 bits: unguessable behind rate limits, short enough for a dense QR code. */
export const newCardId = customAlphabet(alphabet, 10);
/** Sixteen characters, 93 bits: for all other rows. */
export const newId = customAlphabet(alphabet, 16);

/** An id derived from a hash, as long as `newId`; `hash` has 32 random-looking bytes. */
export const idFrom = (hash: Buffer): string =>
  Array.from({ length: 16 }, (_, index) => alphabet[hash.readUInt16BE(index * 2) % alphabet.length]).join('');
