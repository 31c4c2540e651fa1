import { and, eq, isNull } from 'drizzle-orm';
import { isbot } from 'isbot';
import type { ViewBuffer } from '#server/analytics/view-buffer.ts';
import { describeVisitor, UNKNOWN_VISITOR, visitorOf, wantsPrivacy } from '#server/analytics/visitor.ts';
import { cardGone, isPublic } from '#server/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { businessCards, users } from '#server/db/schema.ts';
import type { FileBody } from '#server/infra/http/serve.ts';

export type ViewContext = VisitorContext & { views: ViewBuffer };

interface ById {
  params: { id: string };
}

/** A view, as the page's script tells it. */
export async function recordView(
  ctx: ViewContext,
  { params, body }: ById & { body: { referrer?: string | null | undefined } },
): Promise<{ isCounted: boolean }> {
  return { isCounted: await countView(ctx, params.id, body.referrer ?? null) };
}

/** The smallest GIF there is: one transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A view where scripts are off. Another site that shows the pixel counts nothing (Fetch Metadata). */
export async function recordViewByPixel(ctx: ViewContext, { params }: ById): Promise<FileBody> {
  const site = ctx.asker.header('sec-fetch-site');
  if (site === undefined || site === 'same-origin') await countView(ctx, params.id, null);
  return { body: PIXEL };
}

/** Not counted: the owner, bots and link previews, repeats, and cards whose owner wants no analytics. */
async function countView(ctx: ViewContext, cardId: string, referrer: string | null): Promise<boolean> {
  const { ownerId, isAnalyticsEnabled } = await findViewedCard(ctx, cardId);
  if (!isAnalyticsEnabled || ctx.user?.id === ownerId || isRobot(ctx.asker.userAgent)) return false;
  const isPrivate = wantsPrivacy(ctx.asker);
  const visitor = visitorOf(ctx, cardId);
  const view = {
    ...(isPrivate ? UNKNOWN_VISITOR : describeVisitor(ctx, referrer)),
    id: newId(),
    cardId,
    visitor: isPrivate ? null : visitor,
    createdAt: ctx.now(),
  };
  return ctx.views.add(view, visitor);
}

/** The few columns that decide, of a card the asker may see; 404 otherwise. */
async function findViewedCard(ctx: VisitorContext, cardId: string) {
  const [found] = await ctx.db
    .select({
      ownerId: users.id,
      isActive: businessCards.isActive,
      isProfileVisible: users.isProfileVisible,
      isAnalyticsEnabled: users.isAnalyticsEnabled,
    })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(eq(businessCards.id, cardId), isNull(businessCards.deletedAt)));
  if (!found || (!isPublic(found, found) && ctx.user?.id !== found.ownerId)) throw cardGone();
  return found;
}

/** Every browser names itself. */
const isRobot = (userAgent: string) => userAgent === '' || isbot(userAgent);
