import { expect, it } from 'vitest';
import type { ProviderSubscription } from '#server/infra/billing-provider.ts';
import { cardPrice } from '#shared/money/billing.ts';
import { failedLetter } from './letters.ts';
import { wordsFor } from './words.ts';

const price = { unitCents: 500, currency: 'usd', interval: 'month', intervalCount: 1, tax: 'none' };
const words = wordsFor(
  { config: { publicUrl: 'https://cards.example.com' } } as never,
  { timeZone: 'UTC', team: null },
  cardPrice.parse(price),
);
const subscription = { quantity: 1, lapsesAt: new Date('2026-05-15T12:00:00Z') } as ProviderSubscription;
const letterFor = (url: string | null) =>
  failedLetter(
    words,
    subscription,
    { cents: 500, currency: 'usd', number: 'G-1', url, needsConfirmation: true },
    true,
  );

it('A bill to be confirmed leads to its page, with the last day to do so', () => {
  const { action, paragraphs } = letterFor('https://invoice.stripe.com/i/acct_1/test_1');
  expect(action).toEqual({
    label: 'Confirm your payment',
    url: 'https://invoice.stripe.com/i/acct_1/test_1',
  });
  expect(paragraphs?.[1]).toContain('If it isn’t confirmed by May 15, 2026, your subscription ends');
  expect(letterFor('/test-provider/invoice/in_1').action?.url).toBe(
    'https://cards.example.com/test-provider/invoice/in_1',
  );
});

it.each([null, 'http://invoice.example/1', 'javascript:alert(1)'])('No mail leads to the page %s', (url) => {
  expect(letterFor(url).action).toEqual({
    label: 'Update your payment card',
    url: 'https://cards.example.com/subscribe',
  });
});
