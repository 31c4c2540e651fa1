/** Character sets of files that do not say theirs, or say it in the old way. */

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

/** A charset's decoder by the name a file gives it; null for one that nobody knows. */
export function decoderFor(name: string): Pick<typeof utf8, 'decode'> | null {
  try {
    return new TextDecoder(name.trim().replace(/^["']|["']$/g, ''));
  } catch {
    return null;
  }
}

/** Text of unknown charset: UTF-8 if it is valid UTF-8, else Windows-1252, of which Latin-1 is the larger part. */
export function decodeGuessed(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

export type FileCharset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The charset of a file by its first bytes: a byte order mark, or a zero in every other byte. `null` if only the whole
 * file can tell.
 */
export function charsetOfHead(head: Uint8Array): FileCharset | null {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  let even = 0;
  let odd = 0;
  for (const [place, byte] of head.entries()) {
    if (byte !== 0) continue;
    if (place % 2 === 0) even += 1;
    else odd += 1;
  }
  const many = head.length / 8;
  if (odd > many && even < odd / 4) return 'utf-16le';
  if (even > many && odd < even / 4) return 'utf-16be';
  return null;
}

/** Finds out, piece by piece, whether bytes are valid UTF-8. */
export function createUtf8Check() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isValid = true;
  const decode = (bytes: Uint8Array | undefined) => {
    if (!isValid) return;
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      isValid = false;
    }
  };
  return {
    add: (bytes: Uint8Array): void => decode(bytes),
    end(): FileCharset {
      decode(undefined);
      return isValid ? 'utf-8' : 'windows-1252';
    },
  };
}
