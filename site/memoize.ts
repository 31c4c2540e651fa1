/**
 * Makes a pure function remember its latest results by key, at most `most` of them: what many cards share (templates,
 * favorite colors) is computed once.
 */
export function memoize<Input>(
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
