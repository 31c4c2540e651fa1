import { Suspense } from 'react';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import type { DueKind } from './list-notices.ts';
import type { NoticeWords } from './notice-words.ts';

/** Sums and dates of charges, where there is room for them. */
const BillingWords = lazyAddition(
  async () => (await import('#app/money/billing/BillingWords.tsx')).BillingWords,
);
const OF_BILLING = ['payment', 'trial', 'cancelled', 'expired'];

/** The sentence, and what can be done. */
interface NoticeLineProps {
  notice: NoticeWords & { kind: DueKind };
  onAct: (kind: DueKind) => void;
}

export function NoticeLine({ notice, onAct }: NoticeLineProps) {
  const { kind, title, text, action, to } = notice;
  return (
    <>
      <p>
        <strong>{title}</strong> {text}{' '}
        {to ? (
          <Link to={to}>{action}</Link>
        ) : (
          <button type="button" onClick={() => onAct(kind)}>
            {action}
          </button>
        )}
      </p>
      {OF_BILLING.includes(kind) && (
        <p className="notice-more">
          <Suspense>
            <BillingWords kind={kind} />
          </Suspense>
        </p>
      )}
    </>
  );
}
