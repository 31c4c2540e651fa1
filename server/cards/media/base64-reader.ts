/** Decodes base64 (RFC 4648) inside JSON strings as it arrives. */

const [QUOTE, BACKSLASH, SLASH] = [0x22, 0x5c, 0x2f];
const PIECE = 64 * 1024;
const HEX = '0123456789abcdef';
/** Both alphabets of RFC 4648; characters outside them are skipped, as Node's own decoder does. */
const isDigit = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Encoders write line breaks and escaped slashes as at most 1/12 of the text; the slow path costs 50 times as much per
 * character.
 */
const SLOW_BYTES = 64 * 1024;
const SLOW_SHARE = 8;

/** The digits read so far, decoded to bytes. */
function createDigits() {
  const digits = Buffer.allocUnsafe(PIECE);
  let count = 0;
  let isPadded = false;
  const decode = () => {
    const bytes = Buffer.from(digits.toString('latin1', 0, count), 'base64');
    count = 0;
    return bytes;
  };
  return {
    take(byte: number): Buffer | null {
      if (byte === 0x3d) isPadded = true;
      if (isPadded || !isDigit[byte]) return null;
      digits[count] = byte;
      count += 1;
      // A multiple of four digits, so that each piece decodes on its own.
      return count === PIECE ? decode() : null;
    },
    /** Takes plain digits from `start` on, except the last one that fits; returns the position of the next byte. */
    takeRun(chunk: Buffer, start: number): number {
      let at = start;
      if (isPadded) return at;
      for (let byte = chunk[at] ?? QUOTE; isDigit[byte] && count < PIECE - 1; byte = chunk[at] ?? QUOTE) {
        digits[count] = byte;
        count += 1;
        at += 1;
      }
      return at;
    },
    finish(): Buffer {
      isPadded = false;
      return decode();
    },
  };
}

/**
 * Decodes the base64 text of JSON strings up to the closing quote; any character may be escaped, but not most of them.
 */
export function createBase64(refuseSpelling: () => Error) {
  const digits = createDigits();
  let isEnd = false;
  let isEscaped = false;
  let code = '';
  let isCode = false;
  let quickBytes = 0;
  let slowBytes = 0;

  const takeEscaped = (byte: number) => {
    if (isCode) {
      code += String.fromCharCode(byte).toLowerCase();
      if (HEX.includes(code.slice(-1)) && code.length < 4) return null;
      isCode = false;
      isEscaped = false;
      return digits.take(Number.parseInt(code, 16) & 0xff);
    }
    isCode = byte === 0x75;
    code = '';
    if (isCode) return null;
    isEscaped = false;
    return byte === SLASH ? digits.take(byte) : null;
  };
  return {
    /** Takes plain digits from `start` on; returns the position of the next byte. */
    takeRun(chunk: Buffer, start: number): number {
      if (isEscaped) return start;
      const at = digits.takeRun(chunk, start);
      quickBytes += at - start;
      return at;
    },
    /** The decoded bytes, once there is a complete piece of them. */
    push(byte: number): Buffer | null {
      slowBytes += 1;
      if (slowBytes > SLOW_BYTES + quickBytes / SLOW_SHARE) throw refuseSpelling();
      if (isEscaped) return takeEscaped(byte);
      if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isEnd = true;
      else return digits.take(byte);
      return null;
    },
    isAtEnd: () => isEnd,
    /** Returns the rest of this value and starts the next one. */
    finish(): Buffer {
      isEnd = false;
      return digits.finish();
    },
  };
}
