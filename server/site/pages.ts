import { findCard, isPublic, toPublicCard } from '#server/cards/cards.ts';
import { exchangeContact } from '#server/contacts/contacts.ts';
import type { VisitorContext } from '#server/context.ts';
import { fieldErrors } from '#server/infra/http/errors.ts';
import { type CachedPage, type PageSource, preparePage } from '#server/infra/http/page-cache.ts';
import { exchange } from '#shared/contacts.ts';
import { AppError } from '#shared/errors.ts';
import { EMPTY_FORM, type FormState } from '#site/card/form-parts.tsx';
import {
  type RenderedPage,
  renderCardNotFound,
  renderCardPage,
  renderExchangePage,
  renderNotFound,
} from '#site/render.tsx';

/** The pages visitors see, rendered once and kept until what they show changes. */

/** Browsers always ask again; a CDN may answer for half a minute by itself. */
export const SHARED_FOR_A_MOMENT = 'public, max-age=0, s-maxage=30, must-revalidate';
const NOT_KEPT = 'no-store';

/** A rendered document as the page cache takes it. */
export function toSource(page: RenderedPage, status: number, cacheControl: string): PageSource {
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: page.html,
    headers: {
      'cache-control': cacheControl,
      'content-security-policy': page.contentSecurityPolicy,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}

export function notFoundPage(): CachedPage {
  return preparePage(toSource(renderNotFound(), 404, NOT_KEPT));
}

/** The public card; 404 with the specification's words for what strangers may not see. Its owner sees a paused card. */
export async function cardPage(ctx: VisitorContext, id: string): Promise<CachedPage> {
  const tags = new Set([`card:${id}`]);
  return ctx.pages.render(`/card/${id}`, tags, async () => {
    const found = await findCard(ctx, id);
    if (!found) return toSource(renderCardNotFound(), 404, NOT_KEPT);
    const { card, owner } = found;
    tags.add(`user:${owner.id}`);
    const isPublicCard = isPublic(card, owner);
    if (!isPublicCard && ctx.user?.id !== owner.id) return toSource(renderCardNotFound(), 404, NOT_KEPT);
    const page = renderCardPage({
      card: toPublicCard(card),
      origin: ctx.asker.origin,
      isExchangeEnabled: owner.isExchangeEnabled,
      isPausedForOwner: !isPublicCard,
    });
    return toSource(page, 200, isPublicCard ? SHARED_FOR_A_MOMENT : NOT_KEPT);
  });
}

interface ExchangeView {
  state?: FormState;
  isShared?: boolean;
  status?: number;
}

/** The exchange form as a page of its own, for visitors without scripts. */
export async function exchangePage(
  ctx: VisitorContext,
  id: string,
  { state = EMPTY_FORM, isShared = false, status = 200 }: ExchangeView = {},
): Promise<CachedPage> {
  const found = await findCard(ctx, id);
  const isOpen = found && isPublic(found.card, found.owner) && found.owner.isExchangeEnabled;
  if (!isOpen) return preparePage(toSource(renderCardNotFound(), 404, NOT_KEPT));
  const page = renderExchangePage({ card: toPublicCard(found.card), state, isShared });
  return preparePage(toSource(page, status, NOT_KEPT));
}

/** Takes the plain form; a refusal shows the form again with what was typed, an acceptance leads to the success view. */
export async function submitExchangePage(
  ctx: VisitorContext,
  id: string,
  values: Record<string, string>,
): Promise<CachedPage | 'shared'> {
  const parsed = exchange.safeParse({ ...values, cardId: id });
  if (!parsed.success) {
    const state = { values, fields: fieldErrors(parsed.error) };
    return exchangePage(ctx, id, { state, status: 422 });
  }
  try {
    await exchangeContact(ctx, { body: parsed.data });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const state = { values, fields: error.fields ?? {}, message: error.message };
    return exchangePage(ctx, id, { state, status: error.status });
  }
  return 'shared';
}
