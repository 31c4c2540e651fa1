import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { cardPrice, invoice } from '#shared/money/billing.ts';
import { receiptLetter } from '../mails/money-letters.ts';
import { wordsFor } from '../mails/words.ts';
import { toInvoice } from '../read-billing.ts';
import { fromStripeInvoice } from './stripe-read.ts';

/** A paid bill as Stripe answers it: its total with the tax in it, and what of it was charged. */
const bill = (total: number, tax: number, charged: number, prorated: number | null = null) =>
  fromStripeInvoice({
    id: 'in_1',
    number: 'G-1',
    status: 'paid',
    amount_due: charged,
    amount_paid: charged,
    total,
    currency: 'usd',
    created: 0,
    total_taxes: [{ amount: tax }],
    status_transitions: { paid_at: 0 },
    hosted_invoice_url: null,
    lines: {
      data: [
        {
          amount: prorated ?? total,
          parent: { subscription_item_details: { proration: prorated !== null } },
        },
      ],
    },
  } as unknown as Stripe.Invoice);

const price = cardPrice.parse({
  unitCents: 500,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  tax: 'exclusive',
});
const words = wordsFor(
  { config: { publicUrl: 'https://cards.example.com' } } as never,
  { timeZone: 'UTC', team: null },
  price,
);
const receiptOf = (charged: number, paid = bill(595, 95, charged)) =>
  receiptLetter(words, paid, 1, {
    fullName: 'Ada',
    email: 'ada@example.com',
    team: null,
    seller: {} as never,
  });

describe('A bill with Stripe’s tax', () => {
  it('is shown also if its total is less than nothing, as for a card that was given up', () => {
    const shown = invoice.parse(toInvoice(bill(-119, -19, 0)));
    expect(shown).toMatchObject({ cents: 0, taxCents: -19 });
  });

  it('waits for no confirmation once it is paid', () => {
    expect(toInvoice({ ...bill(595, 95, 595), needsConfirmation: true }).needsConfirmation).toBe(false);
  });

  it('has a receipt whose sums add up when the customer’s balance paid a part', () => {
    const { facts, paragraphs } = receiptOf(45);
    expect(facts).toEqual(
      expect.arrayContaining([
        { label: 'Subtotal', value: '$5' },
        { label: 'Tax', value: '$0.95' },
        { label: 'Applied balance', value: '−$5.50' },
        { label: 'Total paid', value: '$0.45' },
      ]),
    );
    expect(paragraphs).toHaveLength(1);
  });

  it('has a receipt that speaks of a difference only for prorations, not for a discount or changes in a trial', () => {
    expect(receiptOf(400, bill(400, 64, 400)).paragraphs).toHaveLength(1);
    expect(receiptOf(400, bill(400, 64, 400, 0)).paragraphs).toHaveLength(1);
    expect(receiptOf(400, bill(400, 64, 400, -100)).paragraphs.at(-1)).toBe(
      'That includes the difference for cards you added or deleted since your last bill.',
    );
  });

  it('has a receipt without a balance where none was applied', () => {
    expect(receiptOf(595).facts?.map(({ label }) => label)).not.toContain('Applied balance');
  });
});
