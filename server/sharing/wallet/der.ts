/**
 * Writes ASN.1 in DER (ITU-T X.690): as much as a certificate needs. Node cannot make certificates, and a library for
 * it would be larger.
 */

const SHORT_MAX = 0x7f;

function encodeLength(body: Buffer): Buffer {
  if (body.length <= SHORT_MAX) return Buffer.from([body.length]);
  const bytes: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), encodeLength(body), body]);
}

export const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, ...parts);
export const set = (...parts: Buffer[]): Buffer => tagged(0x31, ...parts);
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]));
export const octets = (bytes: Buffer): Buffer => tagged(0x04, bytes);
export const bits = (bytes: Buffer, unused = 0): Buffer => tagged(0x03, Buffer.from([unused]), bytes);
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
export const nothing = (): Buffer => tagged(0x05);
/** A part with a tag of its own, around its value. */
export const explicit = (number: number, part: Buffer): Buffer => tagged(0xa0 | number, part);
/** Likewise in place of the value's own tag, for a value of bytes. */
export const implicit = (number: number, bytes: Buffer): Buffer => tagged(0x80 | number, bytes);

/** A number of one byte, or large ones as their big-endian bytes; never negative. */
export function integer(value: number | Buffer): Buffer {
  const bytes = typeof value === 'number' ? Buffer.from([value]) : value;
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return tagged(0x02, isNegative ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

/** An object identifier in dotted form. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const groups = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return tagged(0x06, Buffer.from(bytes));
}

/** A time before 2050, in whole seconds. */
export const utcTime = (time: Date): Buffer =>
  tagged(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
