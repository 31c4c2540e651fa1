import type { VisitorContext } from '#server/context.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { SHARED_FOR_A_MOMENT } from '#server/infra/http/page-source.ts';
import { screens } from '#shared/contract/screens.ts';

const HEADERS = { 'cache-control': SHARED_FOR_A_MOMENT, 'x-content-type-options': 'nosniff' };

/** The paths behind a sign-in contain nothing to index. A rule is a prefix, and a username may begin like a screen. */
const CLOSED = [
  '/api/',
  ...new Set(
    Object.values(screens).flatMap((path) => {
      const start = path.replace(/\{.*/, '');
      return start.endsWith('/') ? start : [`${start}$`, `${start}?`, `${start}/`];
    }),
  ),
];

/** Robots Exclusion Protocol, RFC 9309. */
export async function robotsFile(ctx: VisitorContext): Promise<PreparedPage> {
  const body = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    `Sitemap: ${ctx.requester.origin}/sitemap.xml`,
    '',
  ].join('\n');
  return preparePage({ status: 200, contentType: 'text/plain; charset=utf-8', body, headers: HEADERS });
}

/** Only the landing page: cards and portfolios are personal, and their owners decide who learns of them. */
export async function sitemapFile(ctx: VisitorContext): Promise<PreparedPage> {
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${ctx.requester.origin}/</loc></url></urlset>
`;
  return preparePage({ status: 200, contentType: 'application/xml; charset=utf-8', body, headers: HEADERS });
}
