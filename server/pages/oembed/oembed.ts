import { can, STRANGER, toCardSubject } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { lookUp } from '#server/cards/cards/cards.ts';
import type { CardRow, FoundCard } from '#server/cards/cards/read-card.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { findAtAlias } from '#server/pages/site/alias-pages.ts';
import { findPublicOwner, portfolioPath } from '#server/pages/site/portfolio.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { cleanText, id as idSchema } from '#shared/contract/fields.ts';
import type { z } from '#shared/contract/zod.ts';
import { escapeMarkup } from '#shared/formats/markup.ts';
import type { oembedQuery } from '#shared/pages/oembed.ts';
import { LINK_SNIPPET, linkSnippet } from '#shared/sharing/embeds.ts';

const CACHE_SECONDS = 3_600;

type Query = z.output<typeof oembedQuery>;

const PLACES = /^\/(?:(card|c|portfolio)\/)?([^/]+)\/?$/;

/** The place and the name in one of our addresses; null for any other address. */
function placeIn(address: string, origin: string): { place: string; name: string } | null {
  try {
    const url = new URL(address);
    const [, place = 'username', segment] = (url.origin === origin && PLACES.exec(url.pathname)) || [];
    return segment ? { place, name: cleanText(decodeURIComponent(segment)) } : null;
  } catch {
    return null;
  }
}

/** A card or a portfolio that strangers see: other sites show the answer to everyone. */
async function findAt(ctx: VisitorContext, address: string): Promise<FoundCard | UserRow | null> {
  const at = placeIn(address, ctx.requester.origin);
  if (!at) return null;
  const { place, name } = at;
  return lookUp(ctx, async () => {
    if (place === 'portfolio') return findPublicOwner(ctx, name);
    if (place !== 'card') return findAtAlias(ctx, place === 'c' ? 'card' : 'username', name);
    const found = idSchema.safeParse(name).success ? await ctx.readCard(name) : null;
    return found && can(STRANGER, 'see', toCardSubject(found)) ? found : null;
  });
}

/** A card for a site that wants to show it: a link with its code, without any script. A portfolio is a plain link. */
export async function getOembed(ctx: VisitorContext, { query }: { query: Query }): Promise<FileBody> {
  // The specification's status for a format that is not supported (section 2.3.3).
  if (query.format !== 'json' && query.format !== 'xml') {
    throw new AppError('bad_request', 'The format is json or xml.', { status: 501 });
  }
  const { origin } = ctx.requester;
  const found = await findAt(ctx, query.url);
  if (!found) throw notFound('card');
  const facts = {
    version: '1.0',
    ...('card' in found ? factsOfCard(found.card, origin, query) : factsOfPortfolio(found, origin)),
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

function factsOfCard({ id, fullName, jobTitle, company }: CardRow, origin: string, query: Query) {
  const width = Math.min(LINK_SNIPPET.width, query.maxwidth ?? Number.POSITIVE_INFINITY);
  const { code, height } = LINK_SNIPPET;
  const fits = width >= code * 2 && height <= (query.maxheight ?? height);
  const html = linkSnippet({ id, fullName, jobTitle, company }, origin, 'light');
  return {
    // Where there is no room for the code, the name alone is the link.
    ...(fits ? { type: 'rich', width, height, html } : { type: 'link' }),
    title: `${fullName}'s digital business card`,
    author_name: fullName,
    author_url: `${origin}/card/${id}`,
  };
}

const factsOfPortfolio = ({ fullName, username }: UserRow, origin: string) => ({
  type: 'link',
  title: `${fullName}'s digital business cards`,
  author_name: fullName,
  author_url: origin + portfolioPath(username),
});

/** Characters that XML 1.0 does not allow, even escaped (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

const xmlOf = (facts: Record<string, string | number>): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${Object.entries(facts)
    .map(([name, value]) => `<${name}>${escapeMarkup(String(value).replace(NOT_IN_XML, ''))}</${name}>`)
    .join('')}</oembed>\n`;
