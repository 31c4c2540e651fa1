/**
 * A pure function that remembers its latest results by its key, at most `most` of them: what most cards share (templates,
 * favorite colors) is computed once.
 */
export function remember<Input>(
  compute: (input: Input) => string,
  keyOf: (input: Input) => string,
  most: number,
): (input: Input) => string {
  const results = new Map<string, string>();
  return (input) => {
    const key = keyOf(input);
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(input);
    if (results.size >= most) results.clear();
    results.set(key, result);
    return result;
  };
}
