import { endedReason, sayFailure, saySum } from './billing-words.ts';
import { useBilling } from './use-billing.ts';

/**
 * Why access has ended, what is needed, and its sum. The reason is not known until the server has answered, and a false
 * one is not shown meanwhile; without an answer, only what is needed is said.
 */
export function EndedWords({ needed }: { needed: string }) {
  const { data: billing, isPending } = useBilling(false);
  if (isPending) return <span className="invisible">Your subscription has ended. {needed}</span>;
  if (!billing) return needed;
  if (billing.isPaymentFailing) return sayFailure(billing);
  return (
    <>
      {endedReason(billing)} {needed} Your price: <span className="whitespace-nowrap">{saySum(billing)}</span>
      .
    </>
  );
}
