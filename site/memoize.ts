/**
 * Makes a pure function remember its latest results by key, at most `most` of them: what many cards share (templates,
 * favorite colors) is computed once.
 */
export function memoize<Input, Output extends string | object>(
  compute: (input: Input) => Output,
  keyOf: (input: Input) => string,
  most: number,
): (input: Input) => Output {
  const results = new Map<string, Output>();
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
