import type { AppContext } from '#server/context.ts';
import { formatUsd } from '#shared/formats/money.ts';
import { monthlyCents } from '#shared/money/subscription.ts';
import type { DocumentPart } from '#site/markup.ts';
import { renderTestCheckout } from '#site/render.tsx';
import { completeCheckout } from './complete-checkout.ts';
import { openLedger } from './ledger.ts';
import type { TestSession } from './test-objects.ts';

/** The page on which a checkout is paid. */

/** The result of a form: a redirect, or the page again with an error; null if nothing exists there. */
export type Next = { path: string } | { page: DocumentPart[] } | null;

type Card = 'pays' | 'is declined' | 'fails later';

/** The meaning of a card number here; an error message if it is not one of the test cards. */
export function readPaymentCard(typed: string | undefined): { card: Card } | { error: string } {
  switch ((typed ?? '').replace(/\D/g, '')) {
    case '4242424242424242':
      return { card: 'pays' };
    case '4000000000000002':
      return { card: 'is declined' };
    case '4000000000000341':
      return { card: 'fails later' };
    default:
      return { error: 'This is no test card. Use one of the numbers below.' };
  }
}

export const DECLINED = 'Your card was declined. Nothing was charged. Try another card.';

function showCheckout(session: TestSession, error?: string): DocumentPart[] {
  const { quantity, trialDays } = session;
  const monthly = formatUsd(monthlyCents(quantity));
  const rows = [
    { label: 'Due today', value: trialDays > 0 ? '$0' : monthly },
    ...(trialDays > 0
      ? [{ label: 'Free trial', value: `${trialDays} ${trialDays === 1 ? 'day' : 'days'}` }]
      : []),
    { label: trialDays > 0 ? 'Then' : 'Every month', value: `${monthly} per month` },
    { label: 'Cards', value: String(quantity) },
  ];
  return renderTestCheckout({ rows, cancelPath: session.cancelPath, ...(error ? { error } : {}) });
}

export async function checkoutPage(app: AppContext, id: string): Promise<DocumentPart[] | null> {
  const session = await openLedger(app).find('session', id);
  return session?.status === 'open' ? showCheckout(session) : null;
}

/** Pays, once: a form sent twice redirects as the first one did. */
export async function payCheckout(app: AppContext, id: string, form: Record<string, string>): Promise<Next> {
  const ledger = openLedger(app);
  const customer = (await ledger.find('session', id))?.customer;
  if (!customer) return null;
  return ledger.withCustomer<Next>(customer, async (inside) => {
    const session = await inside.find('session', id);
    if (!session || session.status === 'expired') return null;
    if (session.status === 'complete') return { path: session.successPath };
    const read = readPaymentCard(form.card);
    if ('error' in read) return { page: showCheckout(session, read.error) };
    const isDeclinedNow =
      read.card === 'is declined' || (read.card === 'fails later' && session.trialDays === 0);
    if (isDeclinedNow) return { page: showCheckout(session, DECLINED) };
    await completeCheckout(inside, session, read.card === 'pays');
    return { path: session.successPath };
  });
}
