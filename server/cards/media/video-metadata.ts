/**
 * Phones write the location of a recording into its file. MP4 and MOV files are nested boxes (ISO 14496-12, section
 * 4.2); the boxes with descriptions rather than pictures are blanked while the file streams through: `udta` (©xyz),
 * `meta` (Apple's location keys) and `uuid` (XMP). A blanked box keeps its length as a `free` one, so that nothing else
 * moves.
 */

const DESCRIPTIONS = new Set(['udta', 'meta', 'uuid']);
/** Boxes that may contain a description at a deeper level. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf']);
/** Deeper than any video, and far from overflowing the stack. */
const DEPTH_MAX = 8;

interface Box {
  type: string;
  /** Length in bytes of the size and type. */
  header: number;
  /** Length in bytes of the whole box; 0 means up to the end of the file. */
  size: number;
}

/** The box that starts here; null if there is none, or if its header does not end before `to`. */
function boxAt(bytes: Buffer, at: number, to: number): Box | null {
  if (at + 8 > to) return null;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const short = bytes.readUInt32BE(at);
  if (short !== 1) return short === 0 || short >= 8 ? { type, header: 8, size: short } : null;
  if (at + 16 > to) return null;
  const long = Number(bytes.readBigUInt64BE(at + 8));
  return long >= 16 ? { type, header: 16, size: long } : null;
}

type Visit = (type: string) => void;

/** Blanks, in place, the descriptions among the boxes between two positions. */
function blankDescriptions(bytes: Buffer, from: number, to: number, visit: Visit, depth = 0): void {
  if (depth > DEPTH_MAX) return;
  for (let at = from; at < to; ) {
    const box = boxAt(bytes, at, to);
    if (!box) return;
    visit(box.type);
    const end = box.size === 0 ? to : Math.min(at + box.size, to);
    if (DESCRIPTIONS.has(box.type)) {
      bytes.write('free', at + 4, 'latin1');
      bytes.fill(0, at + box.header, end);
    } else if (CONTAINERS.has(box.type)) blankDescriptions(bytes, at + box.header, end, visit, depth + 1);
    at = end;
  }
}

/** More boxes than any video of 10 MB has, and few enough to examine within milliseconds. */
const BOXES_MAX = 20_000;

/**
 * Removes a video's descriptions; throws `refuse()` if its boxes are not those of a video, at the latest at
 * its end.
 */
export async function* scrubVideo(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  refuse: () => Error,
): AsyncGenerator<Buffer> {
  const types = new Set<string>();
  let boxes = 0;
  yield* withoutDescriptions(chunks, (type) => {
    boxes += 1;
    if (boxes > BOXES_MAX) throw refuse();
    types.add(type);
  });
  // Pictures and sound plus the index needed to read them, either in one piece or in fragments.
  const isMovie = types.has('mdat') && ((types.has('moov') && types.has('trak')) || types.has('moof'));
  if (!isMovie) throw refuse();
}

/**
 * Removes metadata about where and by whom the video was made; calls `visit` with each box it examines.
 */
export async function* withoutDescriptions(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  visit: Visit = () => {},
): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let arrived = 0;
  /** How many bytes the next decision needs: buffered pieces are joined once, not with each chunk. */
  let needed = 16;
  /** Bytes of the current box that pass through unchanged. */
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
      const box = boxAt(held, 0, held.length);
      if (box) visit(box.type);
      const isScrubbed = box && (DESCRIPTIONS.has(box.type) || CONTAINERS.has(box.type));
      const size = box?.size || Number.POSITIVE_INFINITY;
      if (!isScrubbed) passing = size;
      else if (held.length < size) needed = size;
      else {
        blankDescriptions(held, 0, size, visit);
        yield held.subarray(0, size);
        held = held.subarray(size);
      }
    }
    pieces = [held];
    arrived = held.length;
  }
  const rest = Buffer.concat(pieces);
  blankDescriptions(rest, 0, rest.length, visit);
  if (rest.length > 0) yield rest;
}
