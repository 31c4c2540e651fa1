/** The globals shared by browsers and Node (WHATWG URL and Encoding) that code for both environments uses. */

declare class URL {
  constructor(url: string, base?: string);
  readonly hash: string;
  readonly hostname: string;
  readonly href: string;
  readonly origin: string;
  readonly password: string;
  readonly pathname: string;
  readonly protocol: string;
  readonly search: string;
  readonly username: string;
}

declare class URLSearchParams {
  constructor(init?: string | [string, string][] | Record<string, string>);
  toString(): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}
