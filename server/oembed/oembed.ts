import { authorize, STRANGER } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { lookUp } from '#server/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { PRODUCT } from '#shared/constants.ts';
import { escapeMarkup, LINK_SNIPPET, linkSnippet } from '#shared/embeds.ts';
import { AppError } from '#shared/errors.ts';
import { id as idSchema } from '#shared/fields.ts';
import type { oembedQuery } from '#shared/oembed.ts';
import type { z } from '#shared/zod.ts';

const CACHE_SECONDS = 3_600;

/** The card at an address of ours; null for any other address. */
function cardIdIn(address: string, origin: string): string | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  const [, id] = (url.origin === origin && /^\/card\/([^/]+)\/?$/.exec(url.pathname)) || [];
  return id && idSchema.safeParse(id).success ? id : null;
}

/** A card as strangers see it, for a site that wants to show it: a link with its code, without any script. */
export async function getOembed(
  ctx: VisitorContext,
  { query }: { query: z.output<typeof oembedQuery> },
): Promise<FileBody> {
  // The specification's status for a format that is not supported (section 2.3.3).
  if (query.format !== 'json' && query.format !== 'xml') {
    throw new AppError('bad_request', 'The format is json or xml.', { status: 501 });
  }
  const { origin } = ctx.requester;
  const id = cardIdIn(query.url, origin);
  if (!id) throw notFound('card');
  // Whoever asks: other sites show the answer to everyone.
  const { card } = authorize(STRANGER, 'see', await lookUp(ctx, () => ctx.readCard(id)));
  const width = Math.min(LINK_SNIPPET.width, query.maxwidth ?? Number.POSITIVE_INFINITY);
  const fits =
    width >= LINK_SNIPPET.code * 2 && LINK_SNIPPET.height <= (query.maxheight ?? LINK_SNIPPET.height);
  const facts: Record<string, string | number> = {
    // Where there is no room for the code, the name alone is the link.
    ...(fits
      ? { type: 'rich', width, height: LINK_SNIPPET.height, html: linkSnippet(card, origin, 'light') }
      : { type: 'link' }),
    version: '1.0',
    title: `${card.fullName}'s digital business card`,
    author_name: card.fullName,
    author_url: `${origin}/card/${id}`,
    provider_name: PRODUCT,
    provider_url: origin,
    cache_age: CACHE_SECONDS,
  };
  return {
    body: query.format === 'json' ? JSON.stringify(facts) : xmlOf(facts),
    type: query.format === 'json' ? 'application/json; charset=utf-8' : 'text/xml; charset=utf-8',
    headers: { 'cache-control': 'public, max-age=300, s-maxage=30', 'access-control-allow-origin': '*' },
  };
}

/** Characters that XML 1.0 does not allow, even escaped (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

const xmlOf = (facts: Record<string, string | number>): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${Object.entries(facts)
    .map(([name, value]) => `<${name}>${escapeMarkup(String(value).replace(NOT_IN_XML, ''))}</${name}>`)
    .join('')}</oembed>\n`;
