import type { UserRow } from '#server/context.ts';
import { readCardPrice } from '../price/price.ts';
import { mailPayer, readPayer } from './payer.ts';
import { type MailParts, wordsFor } from './words.ts';

/** The sum returned, and its payment. */
interface Refund {
  cents: number;
  currency: string;
  /** Like "invoice G-7". */
  name: string;
}

/** Tells a user by mail that money was returned; `app.db` is the transaction that records its event. */
export async function mailRefund(app: MailParts, user: UserRow, refund: Refund): Promise<void> {
  const payer = await readPayer(app.db, user);
  const words = wordsFor(app, payer, await readCardPrice(app, null));
  const sum = words.money(refund.cents, refund.currency);
  const letter = {
    subject: `Your refund: ${sum}`,
    paragraphs: [
      `We refunded ${sum} of ${refund.name} for ${words.product} to your payment card. Your bank may take up to ten days to show it.`,
    ],
    facts: [
      { label: 'Refund', value: sum },
      { label: 'For', value: refund.name },
      { label: 'Date', value: words.day(app.now()) },
    ],
    action: { label: 'See your invoices', url: words.url },
  };
  await mailPayer(app, app.db, payer, letter);
}
