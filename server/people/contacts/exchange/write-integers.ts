/**
 * A value of the type `int4[]` in PostgreSQL's binary format: it is read without parsing, and thousands of numbers are written ten times
 * as fast as text. Source: PostgreSQL, `array_recv`.
 */
export function writeIntegers(numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + numbers.length * 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  // One dimension without nulls: its type, its length, and that it begins at 1.
  for (const [place, number] of [1, 0, INT4_OID, numbers.length, 1].entries())
    view.setInt32(place * 4, number);
  let at = HEAD_BYTES;
  for (const number of numbers) {
    view.setInt32(at, 4);
    view.setInt32(at + 4, number);
    at += 8;
  }
  return bytes;
}

const HEAD_BYTES = 20;
const INT4_OID = 23;
