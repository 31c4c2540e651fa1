import { can, STRANGER, toCardSubject } from '#server/access/can.ts';
import { takesContacts, takesLeads } from '#server/access/visibility.ts';
import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import { lookUp, toPublicCard } from '#server/cards/cards/cards.ts';
import { type CardOwner, type CardRow, type FoundCard, receiversOf } from '#server/cards/cards/read-card.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { fieldErrors, toAppError } from '#server/infra/http/errors.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { NOT_KEPT, toSource } from '#server/infra/http/page-source.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { offeredText } from '#server/messages/sms/offered-text.ts';
import { cardNotFoundPage, lookUpPage, missingCard, refusalPage } from '#server/pages/site/pages.ts';
import { leaveLead } from '#server/people/contacts/exchange/leads.ts';
import { shareContact, takeTurn } from '#server/people/contacts/exchange/submit.ts';
import type { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';
import { exchange } from '#shared/people/contacts.ts';
import { leadForm } from '#shared/people/leads.ts';
import { EMPTY_FORM, type FormState } from '#site/card/forms/form-parts.tsx';
import type { DocumentPart } from '#site/markup.ts';
import { renderExchangePage, renderLeadPage, renderResend } from '#site/render.tsx';

/** The forms of a public card as separate pages, for visitors without scripts. */

type Values = Record<string, string>;

/** Kept forms have a parameter in their key, so that none is served for the address of the other. */
export function keepForms({ pages }: Pick<AppContext, 'pages'>): void {
  for (const { name } of [exchangeForm, cardLeadForm])
    pages.varyByQuery(`/${name}`, (query) => (query.get('shared') === '1' ? 'shared' : 'form'));
}

/** One form: whether a card shows it, its page, and how it is submitted. */
export interface VisitorForm {
  /** The last part of its address. */
  name: 'exchange' | 'lead';
  isOpen(card: CardRow, owner: CardOwner): boolean;
  render(input: Parameters<typeof renderExchangePage>[0]): DocumentPart[];
  /** Submits the form; returns the errors of its fields, and throws an `AppError` for any other failure. */
  take(ctx: VisitorContext, cardId: string, values: Values): Promise<z.ZodError | null>;
}

/** How long ago the page with the form was rendered, according to the form itself; undefined if it does not say. */
function elapsedSince({ shownAt }: Values, ctx: VisitorContext): number | undefined {
  const elapsed = ctx.now().getTime() - Number(shownAt || Number.NaN);
  return elapsed >= 0 ? elapsed : undefined;
}

export const exchangeForm: VisitorForm = {
  name: 'exchange',
  isOpen: (_card, owner) => takesContacts(owner),
  render: renderExchangePage,
  async take(ctx, cardId, values) {
    const parsed = exchange.safeParse({ ...values, cardId, elapsed: elapsedSince(values, ctx) });
    if (!parsed.success) return parsed.error;
    await shareContact(ctx, parsed.data);
    return null;
  },
};

export const cardLeadForm: VisitorForm = {
  name: 'lead',
  isOpen: takesLeads,
  render: renderLeadPage,
  async take(ctx, cardId, values) {
    const parsed = leadForm.safeParse({ ...values, elapsed: elapsedSince(values, ctx) });
    if (!parsed.success) return parsed.error;
    await leaveLead(ctx, cardId, parsed.data);
    return null;
  },
};

/**
 * How long an empty form is kept: it says when it was shown, and a form that comes back within a second of that is
 * looked at twice.
 */
const KEPT_MS = 250;

/** An empty form, or the thanks for one that was sent, as all visitors see it. */
export const openForm = (
  ctx: VisitorContext,
  form: VisitorForm,
  id: string,
  isShared: boolean,
): Promise<PreparedPage> =>
  lookUpPage(ctx, `/card/${id}/${form.name}?${isShared ? 'shared' : 'form'}`, async () => {
    const found = await ctx.readCard(id);
    if (!found || !isOpenIn(form, found)) return missingCard(ctx, id, found);
    const page = preparePage(toSource(renderForm(ctx, form, found, { isShared }), 200, NOT_KEPT));
    return { page, kept: { share: 'page', versions: found.versions, forMs: KEPT_MS } };
  });

interface FormView {
  state?: FormState;
  isShared?: boolean;
  status: number;
  /** Seconds to wait before sending the form again. */
  retryAfter?: number | undefined;
}

/** The form's page with the entered values after an error. */
async function formPage(
  ctx: VisitorContext,
  form: VisitorForm,
  id: string,
  { status, retryAfter, ...view }: FormView,
): Promise<PreparedPage> {
  const found = await lookUp(ctx, () => ctx.readCard(id));
  if (!found || !isOpenIn(form, found)) return cardNotFoundPage(ctx);
  return refusalPage(renderForm(ctx, form, found, view), { status, retryAfter });
}

const isOpenIn = (form: VisitorForm, found: FoundCard): boolean =>
  can(STRANGER, 'see', toCardSubject(found)) && form.isOpen(found.card, found.owner);

const renderForm = (
  ctx: VisitorContext,
  form: VisitorForm,
  { card, owner }: FoundCard,
  { state = EMPTY_FORM, isShared = false }: Pick<FormView, 'state' | 'isShared'>,
): DocumentPart[] =>
  form.render({
    card: toPublicCard(card),
    offeredText: offeredText(ctx.config, card.fullName, owner),
    state: { ...state, shownAt: ctx.now().getTime() },
    hasReceipts: sendsMail(ctx),
    receivers: receiversOf({ card, owner }),
    // After a refusal, what was typed stays.
    isInboxFull: owner.isInboxFull && state === EMPTY_FORM,
    isShared,
  });

/**
 * Handles a submitted form; an error shows the form again with the entered values, success redirects to the thank-you
 * page.
 */
export async function submitForm(
  ctx: VisitorContext,
  form: VisitorForm,
  id: string,
  given: Values,
  overLimit: AppError | null,
): Promise<PreparedPage | 'shared'> {
  // Without scripts a form has no idempotency key: the same text from the same address is the same form sent twice.
  const same = JSON.stringify([subscriberOf(ctx.requester.address), given]);
  const values = { key: ctx.keyedHash('plain form', same).toString('base64url'), ...given };
  try {
    if (overLimit) throw overLimit;
    await takeTurn(ctx, id);
    const wrong = await form.take(ctx, id, values);
    if (!wrong) return 'shared';
    return formPage(ctx, form, id, { state: { values, fields: fieldErrors(wrong) }, status: 422 });
  } catch (error) {
    const refusal = toAppError(error);
    if (!refusal) throw error;
    // If the form could not be saved, the card cannot be loaded either.
    if (refusal.code === 'unavailable') return resendPage(refusal, values);
    const { fields, message } = refusal;
    const state = { values, fields: fields ?? {}, message: fields ? undefined : message };
    return formPage(ctx, form, id, { state, status: refusal.status, retryAfter: refusal.retryAfter });
  }
}

/** The entered values behind a single button that sends them again. */
const resendPage = (refusal: AppError, values: Values): PreparedPage =>
  refusalPage(renderResend({ message: refusal.message, values }), refusal);
