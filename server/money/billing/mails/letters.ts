import type { ProviderInvoice, ProviderSubscription } from '#server/infra/billing-provider.ts';
import { formatCards, formatInterval, formatTax } from '#shared/formats/money.ts';
import { billPage, type Content, type MailWords } from './words.ts';

/** The mails about the course of a subscription. Each says what happened, what it costs and what can be done. */

const SEE = 'See your subscription';

/** The way out, and how long access lasts then: in a trial, nothing is paid for yet. */
const sayCancel = (isTrial: boolean): string =>
  `You can cancel anytime in two clicks. You then keep access until ${isTrial ? 'your free trial ends' : 'the end of the period you paid for'}.`;

/** "every month", "every 3 months". */
const sayRhythm = ({ price }: MailWords): string => formatInterval(price).replace(/^a /, 'every ');

/** The sentence about a price that follows the number of cards. */
function sayGrowth({ price, money, whenCardsChange }: MailWords): string {
  if (price.unitCents === null) return `Your price changes ${whenCardsChange}.`;
  const unit = `${money(price.unitCents)} ${formatInterval(price)}`;
  return `Each card is ${unit}, so your price changes ${whenCardsChange}.`;
}

export function startedLetter(
  words: MailWords,
  { quantity, startedAt, trialEndsAt, status }: ProviderSubscription,
): Content {
  const first = status === 'trialing' ? trialEndsAt : null;
  return {
    subject: 'Your subscription has started',
    preheader: words.sum(quantity) ?? 'Thanks for subscribing.',
    paragraphs: [
      first
        ? `Thanks for subscribing to ${words.product}. Your free trial continues until ${words.day(first)}, and you won’t be charged before that day.`
        : `Thanks for subscribing to ${words.product}. Your subscription renews ${sayRhythm(words)} until you cancel.`,
      `${sayGrowth(words)} ${sayCancel(first !== null)}`,
    ],
    facts: [
      ...words.priceRow(quantity),
      { label: 'Started', value: words.day(startedAt) },
      ...(first ? [{ label: 'First charge', value: words.day(first) }] : []),
      { label: 'Renews', value: `${sayRhythm(words)}, until you cancel` },
    ],
    action: { label: SEE, url: words.url },
    footnote: 'Please keep this email. It confirms your subscription and its price.',
  };
}

type OpenBill = Pick<ProviderInvoice, 'cents' | 'currency' | 'number' | 'url' | 'needsConfirmation'>;

/** `hasPaid`: whether any charge has succeeded before; without, a failing charge grants no access. */
export function failedLetter(
  words: MailWords,
  { quantity, lapsesAt }: ProviderSubscription,
  bill: OpenBill | null,
  hasPaid: boolean,
): Content {
  const sum = bill && words.money(bill.cents, bill.currency);
  const until = lapsesAt && words.day(lapsesAt);
  const { subject, what, next, way, action } = sayFailure(words, bill, sum, until);
  return {
    subject,
    paragraphs: [
      `${what}, so nothing was paid.`,
      hasPaid
        ? `Nothing changes for now: you keep full access${until ? ` until ${until}` : ''}. ${next}`
        : `You can’t ${words.addCards} until the payment goes through. ${words.staysOnline} ${next}`,
      way,
    ],
    facts: [
      ...(sum ? [{ label: 'Not paid', value: sum }] : []),
      ...(bill?.number ? [{ label: 'Invoice', value: bill.number }] : []),
      ...words.priceRow(quantity),
      ...(until ? [{ label: bill?.needsConfirmation ? 'Last day' : 'Last attempt', value: until }] : []),
    ],
    action,
  };
}

/** A charge that failed, why, and the way out: no further attempt succeeds where a bank waits for its customer. */
function sayFailure(words: MailWords, bill: OpenBill | null, sum: string | null, until: string | null) {
  const end = 'your subscription ends and you won’t be charged again.';
  const update = { label: 'Update your payment card', url: words.url };
  if (!bill?.needsConfirmation)
    return {
      subject: sum ? `Your payment of ${sum} failed` : 'Your payment failed',
      what: `Your payment card was declined${sum ? ` when we tried to charge ${sum}` : ''}`,
      next: `We’ll try again over the next few days. If no attempt succeeds${until ? ` by ${until}` : ''}, ${end}`,
      way: 'To fix this, update your payment card.',
      action: update,
    };
  const page = billPage(words, bill);
  return {
    subject: `Confirm your payment of ${sum}`,
    what: `Your bank wants you to confirm the payment of ${sum} first`,
    next: `If it isn’t confirmed${until ? ` by ${until}` : ''}, ${end}`,
    way: page
      ? 'Confirm it on the page of the bill, where your bank asks you, or pay with another card there.'
      : 'To fix this, choose another payment card.',
    action: page ? { label: 'Confirm your payment', url: page } : update,
  };
}

const DIFFERENCE = 'Your next charge also includes the difference for the rest of the current period.';
const PRORATION = {
  none: DIFFERENCE,
  inclusive: DIFFERENCE,
  exclusive: 'Your next charge includes tax and any difference for the rest of the current period.',
};

export function priceLetter(
  words: MailWords,
  { before, quantity }: { before: number; quantity: number },
  next: { at: Date; cents: number | null; isFirst: boolean } | null,
): Content {
  const sum = words.sum(quantity);
  const bill = next?.cents == null ? null : words.charge(next.cents, quantity);
  const isProrated = next?.cents != null && next.cents !== (words.price.unitCents ?? 0) * quantity;
  const label = next?.isFirst ? 'First charge' : 'Next charge';
  return {
    subject: sum ? `Your new price: ${sum}` : `You now have ${formatCards(quantity)}`,
    paragraphs: [
      `You went from ${formatCards(before)} to ${formatCards(quantity)}, so the price of your subscription has changed.`,
      ...(isProrated ? [PRORATION[words.price.tax]] : []),
      words.isTeam
        ? `The price changes ${words.whenCardsChange}.`
        : 'If that’s not what you wanted, add or delete cards, and the price changes with them.',
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
    isEmpty,
  }: {
    open: { cents: number; currency: string } | null;
    pendingCents: number;
    hasPaid: boolean;
    /** Nobody holds a card of the team anymore. */
    isEmpty: boolean;
  },
): Content {
  const day = words.day(endsAt);
  const isTrial = status === 'trialing';
  // Without any payment, a failing first charge has ended access already.
  const access =
    status === 'past_due' && !hasPaid
      ? `Your first payment failed, so you can’t ${words.addCards}.`
      : `You keep full access until ${day}.`;
  const pending = pendingCents > 0 ? words.money(pendingCents) + formatTax(words.price) : null;
  const bill = open && words.money(open.cents, open.currency);
  const charged = pending
    ? `We’re charging ${pending} now for cards ${words.isTeam ? 'claimed' : 'you added'} since your last bill. ${bill ? `Your unpaid bill of ${bill} is still due. ` : ''}You won’t be charged for another period.`
    : bill
      ? `Your unpaid bill of ${bill} is still due, but you won’t be charged for another period.`
      : 'Your subscription won’t renew, and you won’t be charged again.';
  const what = isEmpty
    ? `Nobody holds a card of your team anymore, so your subscription to ${words.product} ends with its period.`
    : `You cancelled your subscription to ${words.product}.`;
  return {
    subject: `Your subscription ${isEmpty ? '' : 'is cancelled and '}ends on ${day}`,
    paragraphs: [
      isTrial
        ? `${what} Your free trial continues until ${day}, and you won’t be charged.`
        : `${what} ${access} ${charged}`,
      `After that day, ${words.staysOnline.replace(/^Your/, 'your')} You need a subscription only to ${words.addCards}.`,
      isEmpty
        ? 'If somebody claims a card before that day, your subscription continues.'
        : 'Changed your mind? You can resume your subscription until that day.',
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
    subject: 'Your subscription is back on',
    paragraphs: [
      `Your subscription to ${words.product} is no longer cancelled. It renews as before.`,
      ...(isProrated ? [PRORATION[words.price.tax]] : []),
      sayCancel(status === 'trialing'),
    ],
    facts: [
      ...words.priceRow(cards),
      ...(next
        ? [
            {
              label: status === 'trialing' ? 'First charge' : 'Next charge',
              value: `${bill}${words.day(next)}`,
            },
          ]
        : []),
    ],
    action: { label: SEE, url: words.url },
  };
}

const REASONS = {
  failed: ' because your last payment didn’t go through',
  dropped: ', as you chose instead of paying your last bill, which is no longer due',
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
  const again = `subscribe${hasPaid ? ' again' : ''}`;
  return {
    subject: `Your ${what} has ended`,
    paragraphs: [
      `Your ${whose} ${words.product} ended on ${words.day(endedAt)}${why ? REASONS[why] : ''}. ${hasPaid ? 'You won’t be charged again' : 'You weren’t charged'}.`,
      cards === 0
        ? `${words.staysOnline} Nobody holds a card of your team now. Hand on or delete cards whose holders have left; once somebody claims one, you can ${again}.`
        : `${words.staysOnline} To ${words.addCards}, ${again}${sum ? ` for ${sum}` : ''}.`,
    ],
    action: {
      label: cards === 0 ? 'See billing' : hasPaid ? 'Subscribe again' : 'Subscribe',
      url: words.url,
    },
  };
}

/** A team has no free days left, or its owner has had them for another team; nobody pays for it. */
export function teamTrialOverLetter(words: MailWords, cards: number, since: Date): Content {
  const sum = words.sum(cards);
  return {
    subject: 'No free days are left',
    paragraphs: [
      `${words.product} has no free days left since ${words.day(since)}. You weren’t charged.`,
      `${words.staysOnline} To ${words.addCards}, subscribe${sum ? ` for ${sum}` : ''}.`,
    ],
    action: { label: 'Subscribe', url: words.url },
  };
}
