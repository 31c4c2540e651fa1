import { buildPolicy } from '#server/infra/http/page-cache/page-policy.ts';
import type { PageSource } from '#server/infra/http/page-cache/prepared-page.ts';
import { DOCUMENT_HEADERS } from '#server/infra/http/security-headers.ts';
import type { DocumentPart } from '#site/markup.ts';
import { memoize } from '#site/memoize.ts';

/** Browsers always revalidate; a CDN may serve its copy for half a minute. */
export const SHARED_FOR_A_MOMENT = 'public, max-age=0, s-maxage=30, must-revalidate';
export const NOT_KEPT = 'no-store';

const INLINE_MAX = 100;
const toInlineBytes = memoize(
  (text: string) => Buffer.from(text),
  (text) => text,
  INLINE_MAX,
);

const toBytes = ({ tag, text }: DocumentPart): Buffer =>
  tag === null ? Buffer.from(text) : toInlineBytes(text);

/** A rendered document as a reply, with its security policy. */
export function toSource(parts: DocumentPart[], status: number, cacheControl: string): PageSource {
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.concat(parts.map(toBytes)),
    headers: {
      ...DOCUMENT_HEADERS,
      'cache-control': cacheControl,
      'content-security-policy': buildPolicy(parts),
    },
  };
}

/** Leads to another page for now (302); nobody keeps that. */
export const redirectTo = (location: string): PageSource => ({
  status: 302,
  contentType: 'text/plain; charset=utf-8',
  body: location,
  headers: { location, 'cache-control': NOT_KEPT },
});
