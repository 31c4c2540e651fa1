/** The globals of browsers and of Node alike that code for both may use (WHATWG URL and Encoding), as far as it does. */

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
