import type { ProviderSubscription } from '#server/infra/billing-provider.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { formatCards, formatInterval, formatTax } from '#shared/formats/money.ts';
import { type Content, type MailWords, STAYS_ONLINE } from './words.ts';

/** The mails about the course of a subscription. Each says what happened, what it costs and what can be done. */

const SEE = 'See your subscription';
const CANCEL =
  'You can cancel at any time in two clicks on the page below. What is paid for then stays yours until its period ends.';

/** The sentence about a price that follows the number of cards. */
function sayGrowth({ price, money }: MailWords): string {
  if (price.unitCents === null) return 'The price follows your number of cards.';
  const unit = `${money(price.unitCents)} ${formatInterval(price)}`;
  return `The price follows your number of cards: each one more adds ${unit}, and each one less takes it off.`;
}

export function startedLetter(
  words: MailWords,
  { quantity, startedAt, trialEndsAt, status }: ProviderSubscription,
): Content {
  const first = status === 'trialing' ? trialEndsAt : null;
  const renewal = `It renews ${formatInterval(words.price).replace(/^a /, 'each ')} until you cancel.`;
  return {
    subject: 'Your subscription has started',
    preheader: words.sum(quantity) ?? 'Thank you for subscribing.',
    paragraphs: [
      first
        ? `Thank you for subscribing to ${PRODUCT}. Your free trial goes on until ${words.day(first)}, and nothing is charged before that day.`
        : `Thank you for subscribing to ${PRODUCT}. ${renewal}`,
      `${sayGrowth(words)} ${CANCEL}`,
    ],
    facts: [
      ...words.priceRow(quantity),
      { label: 'Started', value: words.day(startedAt) },
      ...(first ? [{ label: 'First charge', value: words.day(first) }] : []),
      { label: 'Renews', value: `${formatInterval(words.price).replace(/^a /, 'each ')}, until you cancel` },
    ],
    action: { label: SEE, url: words.url },
    footnote: 'Please keep this mail: it confirms your subscription and its price.',
  };
}

/** `hasPaid`: whether any charge has succeeded before; without, a failing charge grants no access. */
export function failedLetter(
  words: MailWords,
  { quantity, lapsesAt }: ProviderSubscription,
  bill: { cents: number; currency: string; number: string | null } | null,
  hasPaid: boolean,
): Content {
  const sum = bill && words.money(bill.cents, bill.currency);
  const until = lapsesAt && words.day(lapsesAt);
  const next = until
    ? `We try again in the next days. If no attempt succeeds by ${until}, your subscription ends and nothing more is charged.`
    : 'We try again in the next days. If no attempt succeeds, your subscription ends and nothing more is charged.';
  return {
    subject: sum ? `Your payment of ${sum} failed` : 'Your payment failed',
    paragraphs: [
      `Your payment card was declined${sum ? ` when we charged ${sum}` : ''}. Nothing was paid.`,
      hasPaid
        ? `Nothing changes for now: you keep full access${until ? ` until ${until}` : ''}. ${next}`
        : `Until it is paid you cannot create cards. ${STAYS_ONLINE} ${next}`,
      'To put it right, update your payment card on the page below.',
    ],
    facts: [
      ...(sum ? [{ label: 'Not paid', value: sum }] : []),
      ...(bill?.number ? [{ label: 'Invoice', value: bill.number }] : []),
      ...words.priceRow(quantity),
      ...(until ? [{ label: 'Last attempt', value: until }] : []),
    ],
    action: { label: 'Update your payment card', url: words.url },
  };
}

const DIFFERENCE = 'The next bill also includes the difference for the rest of the current period.';
const PRORATION = {
  none: DIFFERENCE,
  inclusive: DIFFERENCE,
  exclusive: 'The next bill includes tax, and any difference for the rest of the current period.',
};

export function priceLetter(
  words: MailWords,
  { before, quantity }: { before: number; quantity: number },
  next: { at: Date; cents: number | null; isFirst: boolean } | null,
): Content {
  const sum = words.sum(quantity);
  const bill = next?.cents == null ? null : words.charge(next.cents, quantity);
  const isProrated = next?.cents != null && next.cents !== (words.price.unitCents ?? 0) * quantity;
  const label = next?.isFirst ? 'First charge' : 'Next bill';
  return {
    subject: sum ? `Your new price: ${sum}` : `You now have ${formatCards(quantity)}`,
    paragraphs: [
      `You had ${formatCards(before)} and now have ${formatCards(quantity)}, so the price of your subscription has changed.`,
      ...(isProrated ? [PRORATION[words.price.tax]] : []),
      'If this was not what you wanted, add or delete cards: the price follows.',
    ],
    facts: [
      ...words.priceRow(before, 'Before'),
      ...words.priceRow(quantity, 'Now'),
      ...(next ? [{ label, value: `${bill ? `${bill} on ` : ''}${words.day(next.at)}` }] : []),
    ],
    action: { label: SEE, url: words.url },
  };
}

export function cancelledLetter(
  words: MailWords,
  { status, quantity }: ProviderSubscription,
  endsAt: Date,
  {
    open,
    pendingCents,
    hasPaid,
  }: { open: { cents: number; currency: string } | null; pendingCents: number; hasPaid: boolean },
): Content {
  const day = words.day(endsAt);
  const isTrial = status === 'trialing';
  // Without any payment, a failing first charge has ended access already.
  const access =
    status === 'past_due' && !hasPaid
      ? 'Its first payment failed, so that cards cannot be created.'
      : `You keep full access until ${day}.`;
  const pending = pendingCents > 0 ? words.money(pendingCents) + formatTax(words.price) : null;
  const bill = open && words.money(open.cents, open.currency);
  const charged = pending
    ? `${pending} for cards you added since the last bill is charged now${bill ? `, and the open bill of ${bill} stays due` : ''}; after that, nothing more is charged.`
    : bill
      ? `The invoice of ${bill} that is not paid yet stays due; no further period is charged.`
      : 'It does not renew, and no further period is charged.';
  return {
    subject: `Your subscription is cancelled and ends on ${day}`,
    paragraphs: [
      isTrial
        ? `You have cancelled your subscription to ${PRODUCT}. Your free trial goes on until ${day}, and nothing is charged.`
        : `You have cancelled your subscription to ${PRODUCT}. ${access} ${charged}`,
      `After that day ${STAYS_ONLINE.replace(/^Your/, 'your')} Only creating cards needs a subscription.`,
      'If you change your mind before, take the cancellation back on the page below.',
    ],
    facts: [
      { label: 'Ends', value: day },
      ...(pending ? [{ label: 'Charged now', value: pending }] : []),
      ...words.priceRow(quantity, 'Price until then'),
    ],
    action: { label: SEE, url: words.url },
  };
}

/** `cards`: billed from now on, even if the provider has not counted those yet that were added meanwhile. */
export function resumedLetter(
  words: MailWords,
  { quantity, nextCents, periodEndsAt, trialEndsAt, status }: ProviderSubscription,
  cards: number,
): Content {
  const next = status === 'trialing' ? trialEndsAt : periodEndsAt;
  const bill = nextCents !== null && quantity === cards ? `${words.charge(nextCents, cards)} on ` : '';
  const isProrated = status !== 'trialing' && quantity !== cards;
  return {
    subject: 'Your subscription continues',
    paragraphs: [
      `Your subscription to ${PRODUCT} is no longer cancelled: it renews as before.`,
      ...(isProrated ? [PRORATION[words.price.tax]] : []),
      CANCEL,
    ],
    facts: [
      ...words.priceRow(cards),
      ...(next ? [{ label: 'Next charge', value: `${bill}${words.day(next)}` }] : []),
    ],
    action: { label: SEE, url: words.url },
  };
}

const REASONS = {
  failed: ', because the last payment did not succeed',
  dropped: ', as you chose instead of paying the open bill, which is dropped',
};

/** `cards`: what a new subscription would be for. */
export function endedLetter(
  words: MailWords,
  {
    endedAt,
    cards,
    hasPaid,
    why = null,
  }: { endedAt: Date; cards: number; hasPaid: boolean; why?: 'failed' | 'dropped' | null },
): Content {
  const what = hasPaid ? 'subscription' : 'trial';
  const whose = hasPaid ? 'subscription to' : 'trial of';
  const sum = words.sum(cards);
  return {
    subject: `Your ${what} has ended`,
    paragraphs: [
      `Your ${whose} ${PRODUCT} ended on ${words.day(endedAt)}${why ? REASONS[why] : ''}. ${hasPaid ? 'Nothing more is' : 'Nothing was'} charged.`,
      `${STAYS_ONLINE} To create cards, subscribe${hasPaid ? ' again' : ''}${sum ? ` for ${sum}` : ''}.`,
    ],
    action: { label: hasPaid ? 'Subscribe again' : 'Subscribe', url: words.url },
  };
}
