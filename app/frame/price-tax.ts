import { formatTax } from '#shared/formats/money.ts';
import type { Tax } from '#shared/money/billing.ts';

const meta = document.querySelector<HTMLMetaElement>('meta[name="tax"]');

/** The words after the price of a card, like " plus tax". The server wrote the tax into the document: they need no request. */
export const PRICE_TAX = formatTax({ tax: (meta?.content ?? 'none') as Tax });
