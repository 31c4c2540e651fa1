import { expect, it } from 'vitest';
import { telHref } from './phone-links.ts';

it.each([
  ['020 7946 0000', '+442079460000', 'tel:+442079460000'],
  ['020 7946 0000 ext. 5', '+442079460000', 'tel:+442079460000,5'],
  ['+1 (555) 010-9999 x77', null, 'tel:+15550109999,77'],
  ['tel:+49-30-1234567;ext=5', '+49301234567', 'tel:+49301234567,5'],
  ['555 010 9999', null, 'tel:5550109999'],
  ['٠٢٠ ٧٩٤٦', null, 'tel:0207946'],
  ['＋８１ ３', null, 'tel:+813'],
  ['*100#', null, 'tel:*100'],
  ['Fax 12', null, 'tel:12'],
])('%j with the E.164 form %j is dialed by %s', (typed, e164, href) => {
  expect(telHref(typed, e164)).toBe(href);
});

it('words without a digit are dialed by nothing', () => {
  expect(telHref('ask at the desk', null)).toBeNull();
});
