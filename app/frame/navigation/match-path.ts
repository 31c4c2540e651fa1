/** The parts of an address that a screen's path leaves open. */
export type Params = Record<string, string | undefined>;

function readPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** For a path such as `/cards/{id}/edit`, returns a function that reads the parts in braces, or null for another path. */
export function matchPath(path: string): (pathname: string) => Params | null {
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`, 'i');
  return (pathname) => {
    const found = pattern.exec(pathname);
    const parts = Object.entries(found?.groups ?? {});
    return found && Object.fromEntries(parts.map(([name, text]) => [name, readPart(text)]));
  };
}
