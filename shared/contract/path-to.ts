/** Its own file, because every screen makes addresses, and few need the schemas of the contract. */

/** The URL of an endpoint with its parameters and query filled in. */
export function pathTo(
  path: string,
  params: Record<string, string | number> = {},
  query: Record<string, string | number | boolean | undefined> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const pairs = Object.entries(query).flatMap<[string, string]>(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  return pairs.length ? `${filled}?${new URLSearchParams(pairs)}` : filled;
}
