import { useQuery } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import { formatDay } from '#app/frame/dates.ts';
import { saySum } from '#app/money/billing/billing-words.ts';
import { formatMoney } from '#shared/formats/money.ts';
import type { PriceChange } from '#shared/money/billing.ts';
import { AccessEnded } from './Blocked.tsx';

/**
 * The price of one more card while a subscription runs, shown before the card is created: the price at once, and the next
 * bill when the payment provider has answered. It never keeps anyone from creating the card: what cannot be known is
 * said.
 */
function NewCardPrice() {
  const known = useQuote({ known: 'true' });
  const asked = useQuote({});
  const change = asked.data ?? known.data;
  if (change?.noBillBecause === 'no_subscription') return null;
  return (
    <p
      role="status"
      aria-label="Price with this card"
      className="card-price border-l-2 border-gold pl-4 text-ink-2"
    >
      {change ? (
        <Words change={change} isAsking={asked.isPending} />
      ) : known.isPending || asked.isPending ? (
        'Checking the price…'
      ) : (
        'We couldn’t check the price. You can still create the card and see the price under Subscription.'
      )}
    </p>
  );
}

/** Of the form of a new card; access may end while it is filled in. */
export const AboveForm = ({ isEnded }: { isEnded: boolean }) =>
  isEnded ? <AccessEnded /> : <NewCardPrice />;

const useQuote = (query: { known?: 'true' }) =>
  useQuery({
    queryKey: [urlOf('GET /api/billing/quote'), query],
    queryFn: () => call('GET /api/billing/quote', { query }),
    refetchOnMount: 'always',
    gcTime: 0,
  });

function Words({ change, isAsking }: { change: PriceChange; isAsking: boolean }) {
  if (change.noBillBecause === 'cancelled') {
    return 'Your subscription is cancelled, so this card is free unless you resume.';
  }
  const isSame = change.periodCents !== null && change.periodCents === change.periodCentsNow;
  return (
    <>
      {isSame ? 'Your price stays' : 'With this card, it’s'}{' '}
      <strong className="font-medium text-ink">{saySum(change)}</strong>
      {!isSame && change.periodCentsNow !== null && (
        <>; today it’s {formatMoney(change.periodCentsNow, change.price.currency)}</>
      )}
      . <span className="block">{isAsking ? 'Checking your next charge…' : billWords(change)}</span>
    </>
  );
}

function billWords({ nextBill, periodCents }: PriceChange): string {
  if (!nextBill) {
    return 'We can’t reach the payment provider right now, so we don’t know your next charge. You can still create the card.';
  }
  const difference = nextBill.cents === periodCents ? '' : ', including the difference for the current month';
  return `Next charge: ${formatMoney(nextBill.cents, nextBill.currency)} on ${formatDay(nextBill.at)}${difference}.`;
}
