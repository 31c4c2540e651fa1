/** Longest piece of a text to be divided at once, in units of UTF-16: each character takes as long as its whole piece. */
const PIECE = 256;

/** Characters as a reader counts them: letters with their marks, whole families of emoji. Source: UAX #29. */
export function* splitGraphemes(text: string): Generator<string> {
  // The first one loads its data for some 25 ms, which a start must not wait for; each further one takes 8 µs.
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let size = PIECE;
  for (let start = 0; start < text.length; ) {
    // Not between the halves of a surrogate pair.
    const isHalf = /[\uD800-\uDBFF]/.test(text[start + size - 1] ?? '');
    const piece = text.slice(start, start + size + (isHalf ? 1 : 0));
    const isLast = start + piece.length === text.length;
    let done = 0;
    for (const { segment, index } of segmenter.segment(piece)) {
      // The last character of a piece may go on in the next one.
      if (!isLast && index + segment.length === piece.length) break;
      yield segment;
      done = index + segment.length;
    }
    start += done;
    size = done > 0 ? PIECE : size * 2;
  }
}
