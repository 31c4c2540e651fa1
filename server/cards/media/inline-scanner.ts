import { createBase64 } from '#server/cards/media/base64-reader.ts';
import { isInlineData } from '#shared/contract/media-urls.ts';

/**
 * Splits a JSON body while it arrives: inline data values (RFC 2397) of media slots become bytes, and everything else
 * is copied to a skeleton, with a token in place of each value. It understands just enough JSON (RFC 8259) to know
 * where strings begin and end and which field of the outermost object they belong to; the parser of the skeleton checks
 * whether the rest is valid JSON.
 */

/** A step with a value: start it, append bytes to it, or end it. */
export type InlineStep =
  | { step: 'begin'; slot: string; token: string }
  | { step: 'bytes'; bytes: Buffer }
  | { step: 'end' };

export interface InlineScanner {
  /** The steps that this chunk produces. */
  feed(chunk: Buffer): InlineStep[];
  skeleton(): Buffer;
}

export interface ScannerOptions {
  isSlot: (field: string) => boolean;
  nextToken: () => string;
  /** Maximum bytes of the skeleton; beyond that, `refuse` is thrown. */
  jsonBytes: number;
  refuse: () => Error;
  /** Thrown when a value is written in such a way that reading it would cost far more than its size justifies. */
  refuseSpelling: () => Error;
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_LIST, OPEN_OBJECT] = [0x5b, 0x7b];
/**
 * How many bytes of a value are examined to tell whether it is inline data; the longest type takes a quarter of that.
 */
const HEAD_MAX = 512;
const FIELD_MAX = 40;

export function createInlineScanner(options: ScannerOptions): InlineScanner {
  const { isSlot, nextToken, jsonBytes, refuse, refuseSpelling } = options;
  const json = createGrowing(jsonBytes, refuse);
  const base64 = createBase64(refuseSpelling);
  let state: 'outside' | 'text' | 'head' | 'data' = 'outside';
  const place = createPlace();
  let isEscaped = false;
  let head: number[] = [];
  let steps: InlineStep[] = [];

  const outside = (byte: number) => {
    json.push(byte);
    if (byte !== QUOTE) return place.move(byte);
    state = place.beginsValue() && isSlot(place.field()) ? 'head' : 'text';
    head = [];
  };

  const text = (byte: number) => {
    json.push(byte);
    if (byte === QUOTE && !isEscaped) state = 'outside';
    else place.read(byte);
    isEscaped = byte === BACKSLASH && !isEscaped;
  };

  /** Holds back the beginning of a value until its kind is known. */
  const look = (byte: number) => {
    head.push(byte);
    const isEnd = byte === QUOTE && !isEscaped;
    isEscaped = byte === BACKSLASH && !isEscaped;
    if (byte === COMMA && isInlineData(Buffer.from(head).toString('latin1').replaceAll('\\/', '/'))) {
      const token = nextToken();
      for (const sign of Buffer.from(token)) json.push(sign);
      steps.push({ step: 'begin', slot: place.field(), token });
      state = 'data';
    } else if (isEnd || head.length >= HEAD_MAX || (byte === COMMA && head.length > 0)) {
      for (const held of head) json.push(held);
      state = isEnd ? 'outside' : 'text';
    }
  };

  const data = (byte: number) => {
    if (!readData(base64, byte, steps)) return;
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

/** Takes one more byte of a value; returns the resulting steps, and whether the value ends with it. */
function readData(base64: ReturnType<typeof createBase64>, byte: number, steps: InlineStep[]): boolean {
  const bytes = base64.push(byte);
  if (bytes) steps.push({ step: 'bytes', bytes });
  if (!base64.isAtEnd()) return false;
  const rest = base64.finish();
  if (rest.length > 0) steps.push({ step: 'bytes', bytes: rest });
  steps.push({ step: 'end' });
  return true;
}

/** The scanner's position in the outermost object: the current field, and whether its value has started. */
function createPlace() {
  let depth = 0;
  let field = '';
  let isValue = false;
  let isInList = false;
  return {
    field: () => field,
    /**
     * Called where a string begins; returns whether it is the field's value, or an item of the list that is its value.
     */
    beginsValue(): boolean {
      if (depth === 1 && !isValue) field = '';
      return (depth === 1 && isValue) || (depth === 2 && isInList);
    },
    /** Takes a byte outside of strings. */
    move(byte: number): void {
      if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth += 1;
        if (depth === 2) isInList = byte === OPEN_LIST;
      } else if (byte === OPEN_LIST + 2 || byte === OPEN_OBJECT + 2) depth -= 1;
      else if (depth === 1 && byte === COLON) isValue = true;
      else if (depth === 1 && byte === COMMA) isValue = false;
    },
    /** Takes a byte of a string, which may be a field name. */
    read(byte: number): void {
      if (depth === 1 && !isValue && field.length < FIELD_MAX) field += String.fromCharCode(byte);
    },
  };
}

/** A byte buffer that grows up to a limit. */
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
