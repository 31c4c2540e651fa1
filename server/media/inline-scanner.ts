import { isInlineData } from '#shared/media-rules.ts';

/**
 * Splits a JSON body while it arrives: inline data values (RFC 2397) of media slots become bytes, and everything else is
 * copied to a skeleton in which a token stands for each. It reads just enough of JSON (RFC 8259) to know where a string
 * begins and ends and which field of the outermost object it belongs to; whether the rest is JSON at all, the parser of
 * the skeleton finds out.
 */

/** What is to be done with a value: it begins, its bytes come, it ends. */
export type InlineStep =
  | { step: 'begin'; slot: string; token: string }
  | { step: 'bytes'; bytes: Buffer }
  | { step: 'end' };

export interface InlineScanner {
  /** The steps this chunk leads to. */
  feed(chunk: Buffer): InlineStep[];
  skeleton(): Buffer;
}

export interface ScannerOptions {
  isSlot: (field: string) => boolean;
  nextToken: () => string;
  /** Most bytes of the skeleton; `refuse` is thrown beyond. */
  jsonBytes: number;
  refuse: () => Error;
  /** Thrown where a value is written so that reading it would cost far more than its bytes are worth. */
  refuseSpelling: () => Error;
}

const [QUOTE, BACKSLASH, COLON, COMMA, SLASH] = [0x22, 0x5c, 0x3a, 0x2c, 0x2f];
const [OPEN_LIST, OPEN_OBJECT] = [0x5b, 0x7b];
/** Bytes of a value that are looked at to tell whether it is inline data; the longest type is a quarter of it. */
const HEAD_MAX = 512;
const FIELD_MAX = 40;

export function createInlineScanner(options: ScannerOptions): InlineScanner {
  const { isSlot, nextToken, jsonBytes, refuse, refuseSpelling } = options;
  const json = createGrowing(jsonBytes, refuse);
  const base64 = createBase64(refuseSpelling);
  let state: 'outside' | 'text' | 'head' | 'data' = 'outside';
  let depth = 0;
  /** The field of the outermost object, and whether its value has begun to arrive. */
  let field = '';
  let isValue = false;
  let isInList = false;
  let isEscaped = false;
  let head: number[] = [];
  let steps: InlineStep[] = [];

  const outside = (byte: number) => {
    json.push(byte);
    if (byte === QUOTE) {
      const isPlace = (depth === 1 && isValue) || (depth === 2 && isInList);
      if (depth === 1 && !isValue) field = '';
      state = isPlace && isSlot(field) ? 'head' : 'text';
      head = [];
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth === 2) isInList = byte === OPEN_LIST;
    } else if (byte === OPEN_LIST + 2 || byte === OPEN_OBJECT + 2) depth -= 1;
    else if (depth === 1 && byte === COLON) isValue = true;
    else if (depth === 1 && byte === COMMA) isValue = false;
  };

  const text = (byte: number) => {
    json.push(byte);
    if (byte === QUOTE && !isEscaped) state = 'outside';
    else if (depth === 1 && !isValue && field.length < FIELD_MAX) field += String.fromCharCode(byte);
    isEscaped = byte === BACKSLASH && !isEscaped;
  };

  /** Keeps the beginning of a value back until it is known what it is. */
  const look = (byte: number) => {
    head.push(byte);
    const isEnd = byte === QUOTE && !isEscaped;
    isEscaped = byte === BACKSLASH && !isEscaped;
    if (byte === COMMA && isInlineData(Buffer.from(head).toString('latin1').replaceAll('\\/', '/'))) {
      const token = nextToken();
      for (const sign of Buffer.from(token)) json.push(sign);
      steps.push({ step: 'begin', slot: field, token });
      state = 'data';
    } else if (isEnd || head.length >= HEAD_MAX || (byte === COMMA && head.length > 0)) {
      for (const held of head) json.push(held);
      state = isEnd ? 'outside' : 'text';
    }
  };

  const data = (byte: number) => {
    const bytes = base64.push(byte);
    if (bytes) steps.push({ step: 'bytes', bytes });
    if (!base64.isAtEnd()) return;
    const rest = base64.finish();
    if (rest.length > 0) steps.push({ step: 'bytes', bytes: rest });
    steps.push({ step: 'end' });
    json.push(QUOTE);
    state = 'outside';
  };

  const read = { outside, text, head: look, data };
  return {
    feed(chunk) {
      steps = [];
      for (let at = 0; at < chunk.length; at += 1) {
        if (state === 'data') at = base64.takeRun(chunk, at);
        const byte = chunk[at];
        if (byte !== undefined) read[state](byte);
      }
      return steps;
    },
    skeleton: () => json.bytes(),
  };
}

/** Bytes that grow up to a limit. */
function createGrowing(limit: number, refuse: () => Error) {
  let bytes = Buffer.allocUnsafe(Math.min(limit, 4096));
  let length = 0;
  return {
    push(byte: number) {
      if (length === limit) throw refuse();
      if (length === bytes.length) {
        const larger = Buffer.allocUnsafe(Math.min(limit, length * 2));
        bytes.copy(larger);
        bytes = larger;
      }
      bytes[length] = byte;
      length += 1;
    },
    bytes: () => bytes.subarray(0, length),
  };
}

const PIECE = 64 * 1024;
const HEX = '0123456789abcdef';
/** Both alphabets of RFC 4648; what is in neither is passed over, as Node's own decoder does. */
const isDigit = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** Line breaks and escaped slashes are a twelfth of what encoders write; what is taken sign by sign costs fifty times a digit. */
const SLOW_BYTES = 64 * 1024;
const SLOW_SHARE = 8;

/** Decodes the base64 text of JSON strings up to their closing quotes; escapes may stand for any sign, but not for most of them. */
function createBase64(refuseSpelling: () => Error) {
  const digits = Buffer.allocUnsafe(PIECE);
  let count = 0;
  let isEnd = false;
  let isPadded = false;
  let isEscaped = false;
  let code = '';
  let isCode = false;
  let quickBytes = 0;
  let slowBytes = 0;

  const decode = () => {
    const bytes = Buffer.from(digits.toString('latin1', 0, count), 'base64');
    count = 0;
    return bytes;
  };
  const take = (byte: number) => {
    if (byte === 0x3d) isPadded = true;
    if (isPadded || !isDigit[byte]) return null;
    digits[count] = byte;
    count += 1;
    // A multiple of four digits: pieces decode on their own.
    return count === PIECE ? decode() : null;
  };
  const takeEscaped = (byte: number) => {
    if (isCode) {
      code += String.fromCharCode(byte).toLowerCase();
      if (HEX.includes(code.slice(-1)) && code.length < 4) return null;
      isCode = false;
      isEscaped = false;
      return take(Number.parseInt(code, 16) & 0xff);
    }
    isCode = byte === 0x75;
    code = '';
    if (isCode) return null;
    isEscaped = false;
    return byte === SLASH ? take(byte) : null;
  };
  return {
    /** Takes plain digits from `start` on, all but the last one that fits; answers where the next byte stands. */
    takeRun(chunk: Buffer, start: number): number {
      let at = start;
      if (isEscaped || isPadded) return at;
      for (let byte = chunk[at] ?? QUOTE; isDigit[byte] && count < PIECE - 1; byte = chunk[at] ?? QUOTE) {
        digits[count] = byte;
        count += 1;
        at += 1;
      }
      quickBytes += at - start;
      return at;
    },
    /** Bytes, when a piece of them is complete. */
    push(byte: number): Buffer | null {
      slowBytes += 1;
      if (slowBytes > SLOW_BYTES + quickBytes / SLOW_SHARE) throw refuseSpelling();
      if (isEscaped) return takeEscaped(byte);
      if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isEnd = true;
      else return take(byte);
      return null;
    },
    isAtEnd: () => isEnd,
    /** What is left of this value; the next one begins. */
    finish(): Buffer {
      isEnd = false;
      isPadded = false;
      return decode();
    },
  };
}
