/**
 * Phones write the place of a recording into its file. MP4 and MOV files are boxes in boxes (ISO 14496-12, section 4.2);
 * those that hold descriptions, not pictures, are blanked while the file streams by: `udta` (©xyz), `meta` (Apple's
 * location keys) and `uuid` (XMP). A blanked box keeps its length as a `free` one, so that nothing else moves.
 */

const DESCRIPTIONS = new Set(['udta', 'meta', 'uuid']);
/** What may hold a description further in. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf']);
/** Deeper than any video, and far from the end of the stack. */
const DEPTH_MAX = 8;

interface Box {
  type: string;
  /** Bytes of the size and the type. */
  header: number;
  /** Bytes of the whole box; 0 means: to the end of the file. */
  size: number;
}

/** The box that begins here; null where none does. */
function boxAt(bytes: Buffer, at: number): Box | null {
  if (at + 8 > bytes.length) return null;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const short = bytes.readUInt32BE(at);
  if (short !== 1) return short === 0 || short >= 8 ? { type, header: 8, size: short } : null;
  if (at + 16 > bytes.length) return null;
  const long = Number(bytes.readBigUInt64BE(at + 8));
  return long >= 16 ? { type, header: 16, size: long } : null;
}

/** Blanks the descriptions among the boxes between two places, in place. */
function blank(bytes: Buffer, from: number, to: number, depth = 0): void {
  if (depth > DEPTH_MAX) return;
  for (let at = from; at < to; ) {
    const box = boxAt(bytes, at);
    if (!box) return;
    const end = box.size === 0 ? to : Math.min(at + box.size, to);
    if (DESCRIPTIONS.has(box.type)) {
      bytes.write('free', at + 4, 'latin1');
      bytes.fill(0, at + box.header, end);
    } else if (CONTAINERS.has(box.type)) blank(bytes, at + box.header, end, depth + 1);
    at = end;
  }
}

/** The same video without what it tells of where and by whom it was made. */
export async function* withoutDescriptions(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let arrived = 0;
  /** Bytes that must be there before there is anything to decide: pieces are put together once, not with each chunk. */
  let needed = 16;
  /** Bytes of the current box that pass as they are. */
  let passing = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk);
    arrived += chunk.length;
    if (passing === 0 && arrived < needed) continue;
    let held = Buffer.concat(pieces);
    needed = 16;
    while (held.length > 0) {
      if (passing > 0) {
        const part = held.subarray(0, passing);
        passing -= part.length;
        held = held.subarray(part.length);
        yield part;
        continue;
      }
      if (held.length < needed) break;
      const box = boxAt(held, 0);
      const isScrubbed = box && (DESCRIPTIONS.has(box.type) || CONTAINERS.has(box.type));
      const size = box?.size || Number.POSITIVE_INFINITY;
      if (!isScrubbed) passing = size;
      else if (held.length < size) needed = size;
      else {
        blank(held, 0, size);
        yield held.subarray(0, size);
        held = held.subarray(size);
      }
    }
    pieces = [held];
    arrived = held.length;
  }
  const rest = Buffer.concat(pieces);
  blank(rest, 0, rest.length);
  if (rest.length > 0) yield rest;
}
