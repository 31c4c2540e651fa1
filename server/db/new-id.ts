import { customAlphabet } from 'nanoid';

/** Without look-alikes (0 O 1 l I): cards are read aloud and typed from paper. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Ten characters, 58 bits: unguessable behind rate limits, short enough for a dense QR code. */
export const newCardId = customAlphabet(alphabet, 10);
/** Sixteen characters, 93 bits: every other row. */
export const newId = customAlphabet(alphabet, 16);
