/** WebM is EBML (RFC 8794): a header, then one Segment that holds everything. */

const HEADER = 0x1a45dfa3;
const SEGMENT = 0x18538067;
/** The elements that may come first in a Segment: SeekHead, Info, Tracks, Cluster, Cues, Tags, and fillers. */
const IN_SEGMENT = new Set([
  0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1f43b675, 0x1c53bb6b, 0x1254c367, 0xec, 0xbf,
]);
const FILLERS = new Set([0xec, 0xbf]);

interface Element {
  id: number;
  /** Where its content begins and ends; for an unknown size, the end is infinite. */
  start: number;
  end: number;
}

/** A number whose first byte gives its length as leading zeros (RFC 8794, section 4). */
function numberAt(bytes: Buffer, at: number, keepsMarker: boolean): { value: number; length: number } | null {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length > (keepsMarker ? 4 : 8) || at + length > bytes.length) return null;
  let value = (bytes[at] ?? 0) - (keepsMarker ? 0 : 2 ** (8 - length));
  for (let next = at + 1; next < at + length; next += 1) value = value * 256 + (bytes[next] ?? 0);
  const isUnknown = !keepsMarker && value === 2 ** (7 * length) - 1;
  return { value: isUnknown ? Number.POSITIVE_INFINITY : value, length };
}

function elementAt(bytes: Buffer, at: number): Element | null {
  const id = numberAt(bytes, at, true);
  const size = id && numberAt(bytes, at + id.length, false);
  if (!id || !size) return null;
  const start = at + id.length + size.length;
  return { id: id.value, start, end: start + size.value };
}

/**
 * True if a file that starts with these bytes has the structure of a WebM video: a header, then a Segment with a known
 * element.
 */
export function isWebm(head: Buffer): boolean {
  const header = elementAt(head, 0);
  if (header?.id !== HEADER) return false;
  let next = elementAt(head, header.end);
  while (next && FILLERS.has(next.id)) next = elementAt(head, next.end);
  if (next?.id !== SEGMENT) return false;
  const first = elementAt(head, next.start);
  return first !== null && IN_SEGMENT.has(first.id);
}
