import { describe, expect, it } from 'vitest';
import { formatInterval, formatMoney, formatSum, formatUsd } from './money.ts';

describe('Money', () => {
  it.each([
    [500, 'usd', '$5'],
    [1250, 'USD', '$12.50'],
    [-250, 'usd', '−$2.50'],
    [123_456_700, 'usd', '$1,234,567'],
    [900, 'eur', '€9'],
    [500, 'jpy', '¥500'],
    [1234, 'kwd', 'KWD\u00a01.234'],
    // Stripe counts these unlike ISO 4217, or unlike what is customary.
    [50_000, 'isk', 'ISK\u00a0500'],
    [500, 'mga', 'MGA\u00a0500'],
    [50_000, 'ugx', 'UGX\u00a0500'],
    [150_050, 'huf', 'HUF\u00a01,500.50'],
    [7_500_000, 'idr', 'IDR\u00a075,000'],
    [1_990_000, 'cop', 'COP\u00a019,900'],
    [140_000, 'pkr', 'PKR\u00a01,400'],
    [400, 'clp', 'CLP\u00a0400'],
    [300, 'xof', 'F\u202fCFA\u00a0300'],
  ])('says %i %s as %s', (amount, currency, words) => expect(formatMoney(amount, currency)).toBe(words));

  it('is in US dollars unless said otherwise', () =>
    expect([formatUsd(5), formatMoney(5)]).toEqual(['$0.05', '$0.05']));
});

describe('A price', () => {
  it('is a sum that shows how it comes about', () => {
    expect(formatSum(1000, 2, { unitCents: 500 })).toBe('$10 a month: 2 cards × $5');
    expect(formatSum(500, 1, { unitCents: 500 })).toBe('$5 a month: 1 card × $5');
  });

  it('is said in the currency and interval of the provider', () => {
    const yearly = { unitCents: 900, currency: 'eur', interval: 'year' } as const;
    expect(formatSum(1800, 2, yearly)).toBe('€18 a year: 2 cards × €9');
    expect(formatInterval({ interval: 'month', intervalCount: 3 })).toBe('every 3 months');
  });

  it('says whether tax is added or contained', () => {
    expect(formatSum(500, 1, { unitCents: 500, tax: 'exclusive' })).toBe('$5 a month plus tax: 1 card × $5');
    expect(formatSum(500, 1, { unitCents: 500, tax: 'inclusive' })).toBe('$5 a month incl. tax: 1 card × $5');
  });

  it('never claims a product that is not the sum', () => {
    expect(formatSum(1300, 2, { unitCents: null })).toBe('$13 a month for 2 cards');
    expect(formatSum(1300, 2, { unitCents: 500 })).toBe('$13 a month for 2 cards');
  });
});
