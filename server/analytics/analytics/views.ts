import { type Caller, can, holds } from '#server/access/can.ts';
import { asAmong } from '#server/access/find-account.ts';
import { notFound } from '#server/access/refusals.ts';
import type { ViewedCard } from '#server/analytics/analytics/view.ts';
import {
  describeVisit,
  hashVisitor,
  UNKNOWN_VISIT,
  type ViewOrigin,
  type VisitContext,
  wantsPrivacy,
} from '#server/analytics/analytics/visitor.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { subscriberOf } from '#server/infra/network.ts';

/** The parts of caller and process that counting a view needs; only who is signed in is looked up. */
export type ViewContext = Caller &
  VisitContext &
  Pick<AppContext, 'browsers' | 'viewedCards' | 'views' | 'now'> &
  ({ user?: null } | Pick<VisitorContext, 'user' | 'db'>);

/** A view, as the page's script reports it. */
export async function recordView(
  ctx: ViewContext,
  { params, body }: ById & { body: ViewOrigin },
): Promise<{ isCounted: boolean }> {
  return { isCounted: await countView(ctx, params.id, body) };
}

/** The smallest possible GIF: one transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A view with scripts off. If another site shows the pixel, nothing counts (Fetch Metadata). */
export async function recordViewByPixel(ctx: VisitorContext, { params }: ById): Promise<FileBody> {
  const site = ctx.requester.header('sec-fetch-site');
  if (site === undefined || site === 'same-origin') {
    await countView(ctx, params.id, readOrigin(ctx.requester.header('referer')));
  }
  return { body: PIXEL };
}

/**
 * The address of the page with the pixel says how its link traveled; where the visitor came from before that is
 * unknown.
 */
function readOrigin(page = ''): ViewOrigin {
  if (!URL.canParse(page)) return {};
  const query = new URL(page).searchParams;
  return { via: query.get('via'), tag: query.get('tag') ?? query.get('utm_campaign') };
}

/** Whoever is signed in as they stand to a team that has the card: the page names no account. */
const asViewer = (ctx: ViewContext, { holderId, asCard }: ViewedCard): Caller | Promise<Caller> =>
  ctx.user && (holderId !== null || !asCard.isPublic) ? asAmong(ctx, asCard.ownerId) : ctx;

/** Not counted: the owner, bots and link previews, repeats, and cards whose owner turned analytics off. */
async function countView(ctx: ViewContext, cardId: string, origin: ViewOrigin): Promise<boolean> {
  const card = await ctx.viewedCards.find(cardId);
  const viewer = card && ctx.user ? await asViewer(ctx, card) : ctx;
  if (!card || !can(viewer, 'see', card.asCard)) throw notFound('card');
  const isOwner = can(viewer, 'see', card.asFigures) || holds(ctx, card);
  const browser = ctx.browsers.describe(ctx.requester.userAgent);
  if (!card.isAnalyticsEnabled || isOwner || browser.isRobot) return false;
  const isPrivate = wantsPrivacy(ctx.requester);
  const visitor = hashVisitor(ctx, cardId);
  const visit = isPrivate ? UNKNOWN_VISIT : describeVisit(ctx, origin, card.nfcTags, browser.device);
  const { viewerIp, viewerLocation, viewerDevice, referrer, via, nfcTag, tag } = visit;
  return ctx.views.count({
    id: newId(),
    cardId,
    visitor: isPrivate ? null : visitor,
    visitorKey: visitor.toString('base64'),
    subscriber: subscriberOf(ctx.requester.address),
    createdAt: ctx.now(),
    // One by one: copying them all at once takes longer than the rest of this object.
    viewerIp,
    viewerLocation,
    viewerDevice,
    referrer,
    via,
    nfcTag,
    tag,
  });
}
