/** As JSON with the keys of each object in order, so that equal values are equal texts: PostgreSQL has another order than we. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
