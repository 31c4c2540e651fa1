import { createHash } from 'node:crypto';
import type { DocumentPart } from '#site/markup.ts';
import { memoize } from '#site/memoize.ts';

/** The Content-Security-Policy of our own documents: it allows their inline styles and scripts and nothing else. */

const HASHES_MAX = 100;
const hashOf = memoize(
  (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  (text) => text,
  HASHES_MAX,
);

/**
 * Hashes of all inline elements of a kind, over the exact bytes the browser will hash. Data blocks, which have a type,
 * need none.
 */
export function hashesIn(html: string, tag: 'style' | 'script'): string {
  const [opening, closing] = [`<${tag}>`, `</${tag}>`];
  const found: string[] = [];
  for (let at = html.indexOf(opening); at >= 0; at = html.indexOf(opening, at)) {
    const start = at + opening.length;
    at = html.indexOf(closing, start);
    found.push(hashOf(html.slice(start, at)));
  }
  return found.join(' ') || "'none'";
}

/** One string for all pages with the same styles and script, because every cached page keeps a reference to it. */
const policyWith = memoize(
  (sources: string) =>
    [
      "default-src 'none'",
      sources,
      "img-src 'self' data:",
      "font-src 'self'",
      "manifest-src 'self'",
      "media-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  (sources) => sources,
  HASHES_MAX,
);

/**
 * The header's value for a complete document exactly as it is sent (Content Security Policy Level 3, section 8.4:
 * hashes cover the text between the tags).
 */
export function buildPolicy(parts: DocumentPart[]): string {
  const hasSheet = parts.some(({ tag, text }) => tag === null && text.includes('<link rel="stylesheet"'));
  const hashesOf = (kind: DocumentPart['tag']) =>
    parts
      .filter(({ tag }) => tag === kind)
      .map(({ text }) => hashOf(text))
      .join(' ') || "'none'";
  return policyWith(
    `style-src ${hasSheet ? "'self' " : ''}${hashesOf('style')}; script-src ${hashesOf('script')}`,
  );
}
