import type { Config } from '#server/config/config.ts';
import type { ProviderInvoice } from '#server/infra/billing-provider.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { sellerLines } from '#server/infra/mail/seller.ts';
import { formatCards } from '#shared/formats/money.ts';
import { billPage, type Content, type MailWords, type Payer } from './words.ts';

/** The mails about money that moved, or soon will. */

type Bill = Pick<
  ProviderInvoice,
  | 'id'
  | 'number'
  | 'cents'
  | 'currency'
  | 'taxCents'
  | 'balanceCents'
  | 'hasProrations'
  | 'createdAt'
  | 'paidAt'
  | 'url'
>;

/** Our own receipt, with everything a receipt must say. `quantity`: the cards billed now. */
export function receiptLetter(
  words: MailWords,
  { id, number, cents, currency, taxCents, balanceCents, hasProrations, createdAt, paidAt, url }: Bill,
  quantity: number,
  {
    fullName,
    email,
    team,
    seller,
  }: Pick<Payer, 'fullName' | 'email' | 'team'> & { seller: Config['seller'] },
): Content {
  const total = words.money(cents, currency);
  const page = billPage(words, { url });
  const day = words.day(paidAt ?? createdAt);
  const billed = cents + balanceCents;
  const soldBy = sellerLines(seller).join(' · ');
  return {
    subject: `Your receipt: ${total} on ${day}`,
    preheader: `${total} for ${words.product}, paid on ${day}.`,
    paragraphs: [
      `Thanks for your payment. We charged ${total} to your payment card on ${day}.`,
      ...(hasProrations
        ? [
            `That includes the difference for cards ${words.isTeam ? 'claimed or given up' : 'you added or deleted'} since your last bill.`,
          ]
        : []),
    ],
    facts: [
      { label: 'Receipt number', value: number ?? id },
      { label: 'Payment date', value: day },
      { label: 'For', value: `${words.product} subscription` },
      ...words.priceRow(quantity),
      ...(taxCents === null ? [] : [{ label: 'Subtotal', value: words.money(billed - taxCents, currency) }]),
      { label: 'Tax', value: taxCents === null ? 'none' : words.money(taxCents, currency) },
      ...(balanceCents === 0
        ? []
        : [{ label: 'Applied balance', value: words.money(-balanceCents, currency) }]),
      { label: 'Total paid', value: total },
      { label: 'Billed to', value: [plainName(team?.name ?? fullName), email].filter(Boolean).join(', ') },
      ...(team?.reference ? [{ label: 'Reference', value: team.reference }] : []),
      ...(soldBy ? [{ label: 'Sold by', value: soldBy }] : []),
    ],
    action: { label: page ? 'See your invoice' : 'See your invoices', url: page ?? words.url },
  };
}

/** Before the first charge; `cents` is what the provider will charge. */
export function firstChargeLetter(words: MailWords, quantity: number, at: Date, cents: number): Content {
  const day = words.day(at);
  const price = words.charge(cents, quantity);
  const { interval, intervalCount } = words.price;
  const period = intervalCount === 1 ? interval : `${intervalCount} ${interval}s`;
  return {
    subject: `Your first charge: ${price} on ${day}`,
    paragraphs: [
      `Your free trial of ${words.product} ends on ${day}. That day we’ll charge ${price} for the first ${period}, then the same every ${period} for ${formatCards(quantity)}.`,
      'To continue, you don’t have to do anything. To stop, cancel in two clicks before that day, and you won’t be charged.',
    ],
    facts: [{ label: 'First charge', value: `${price} on ${day}` }, ...words.priceRow(quantity)],
    action: { label: 'See your subscription', url: words.url },
  };
}

/** Before a trial ends of which nobody pays. */
export function trialEndLetter(words: MailWords, quantity: number, at: Date): Content {
  const day = words.day(at);
  const sum = words.sum(quantity);
  return {
    subject: `Your free trial ends on ${day}`,
    paragraphs: [
      `Your free trial of ${words.product} ends on ${day}. You haven’t added a payment card, so you won’t be charged.`,
      `${words.staysOnline} To ${words.addCards} after that day, subscribe.`,
    ],
    facts: sum ? [{ label: 'A subscription', value: sum }] : [],
    action: { label: 'Subscribe', url: words.url },
  };
}

/** `endsAt` is the end of the card's last month, `chargeAt` when it is charged next. */
export function cardEndsLetter(
  words: MailWords,
  {
    card,
    endsAt,
    chargeAt,
    quantity,
  }: { card: string; endsAt: Date; chargeAt: Date | null; quantity: number },
): Content {
  const month = words.month(endsAt);
  return {
    subject: `Your payment card expires at the end of ${month}`,
    paragraphs: [
      `Your payment card (${card}) expires at the end of ${month}. If you already have a new one, add it now so your next payment goes through.`,
      'Some banks update it automatically. If yours does, you’re all set.',
    ],
    facts: [
      { label: 'Payment card', value: card },
      ...(chargeAt ? [{ label: 'Next charge', value: words.day(chargeAt) }] : []),
      ...words.priceRow(quantity),
    ],
    action: { label: 'Update your payment card', url: words.url },
  };
}
