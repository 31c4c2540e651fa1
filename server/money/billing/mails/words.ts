import type { AppContext, UserRow } from '#server/context.ts';
import { originOf } from '#server/infra/http/requester.ts';
import type { Letter } from '#server/infra/mail/letter.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';
import { formatMoney, formatSum, formatTax } from '#shared/formats/money.ts';
import { dayFormat } from '#shared/formats/time.ts';
import type { CardPrice } from '#shared/money/billing.ts';
import { computeSum } from '../price/price.ts';

/** How the mails about a subscription say days and sums. */

export type MailParts = Pick<AppContext, 'log' | 'db' | 'queue' | 'billing' | 'now' | 'config'>;
export type Content = Omit<Letter, 'to' | 'name'>;

/** Who pays for an account: the person, or the owner of the team. */
export interface Payer extends Pick<UserRow, 'email' | 'fullName' | 'timeZone'> {
  team: {
    id: string;
    name: string;
    deletedAt: Date | null;
    /** Where its receipts go, too. */
    invoiceEmail: string | null;
    reference: string | null;
  } | null;
}

export interface MailWords {
  price: CardPrice;
  /** "June 15, 2026", on the calendar of the owner. */
  day(date: Date): string;
  /** "June 2026", as printed on a payment card: it knows no time zone. */
  month(date: Date): string;
  /** "$10". */
  money(cents: number, currency?: string): string;
  /** "$10 a month: 2 cards × $5"; null if the provider's price has no sum that we can compute. */
  sum(quantity: number): string | null;
  /** "$10 plus tax": a charge. The provider's own sums contain the tax; ours for this number of cards do not. */
  charge(cents: number, quantity: number): string;
  /** The sum as a row, or no row. */
  priceRow(quantity: number, label?: string): { label: string; value: string }[];
  /** Of the page about the subscription. */
  url: string;
  isTeam: boolean;
  /** "Goldleaf for Acme". */
  product: string;
  staysOnline: string;
  /** "create cards": for which one has to pay. */
  addCards: string;
  /** "when you add or delete cards": then the price changes. */
  whenCardsChange: string;
}

export function wordsFor(
  { config }: Pick<AppContext, 'config'>,
  { timeZone, team }: Pick<Payer, 'timeZone' | 'team'>,
  price: CardPrice,
): MailWords {
  const sum = (quantity: number) => {
    const cents = computeSum(price, quantity);
    return cents === null ? null : formatSum(cents, quantity, price);
  };
  return {
    price,
    day: dayFormat('en-US', { dateStyle: 'long' }, timeZone),
    month: dayFormat('en-US', { month: 'long', year: 'numeric' }, null),
    money: (cents, currency = price.currency) => formatMoney(cents, currency),
    sum,
    charge: (cents, quantity) =>
      formatMoney(cents, price.currency) + (cents === computeSum(price, quantity) ? formatTax(price) : ''),
    priceRow(quantity, label = 'Price') {
      const value = sum(quantity);
      return value === null ? [] : [{ label, value }];
    },
    url: originOf(config) + (team ? pathTo(screens.team, { id: team.id }, BILLING_TAB) : screens.subscribe),
    ...(team ? sayForTeam(team.name) : OWN),
  };
}

/** A bill's page at the provider, which has no origin at the test provider; null if there is none over https or of our own. */
export function billPage(
  { url: own }: Pick<MailWords, 'url'>,
  { url }: { url: string | null },
): string | null {
  const page = url === null ? null : new URL(url, own);
  return page && (page.protocol === 'https:' || page.origin === new URL(own).origin) ? page.href : null;
}

/** The part of a team's screen that is about its subscription. */
export const BILLING_TAB = { tab: 'billing' };

const OWN = {
  isTeam: false,
  product: PRODUCT,
  staysOnline: 'Your cards stay online, and people can still save them and share their details with you.',
  addCards: 'create cards',
  whenCardsChange: 'when you add or delete cards',
};

const sayForTeam = (name: string) => ({
  isTeam: true,
  product: `${PRODUCT} for ${plainName(name)}`,
  staysOnline:
    'Your team’s cards stay online, and people can still save them and share their details with your team.',
  addCards: 'have more cards claimed',
  whenCardsChange: 'when somebody claims a card, and when a claimed card is deleted or its holder leaves',
});
