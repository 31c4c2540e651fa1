import { Suspense, useState } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { recallUser } from '#app/frame/api/session.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { useDeviceFacts } from './device-facts.ts';
import { type DueKind, listNotices, type NoticeFacts, type NoticePlace } from './list-notices.ts';
import { useClosed } from './use-closed.ts';
import { useHold } from './use-hold.ts';

const NoticeRow = lazyAddition(async () => (await import('./NoticeRow.tsx')).NoticeRow);

/** As this device kept them of the account, for the first paint. */
function recallFacts(): NoticeFacts | null {
  const kept = recallUser();
  return kept?.due ? { user: kept, due: kept.due, emailRefusedAt: kept.emailRefusedAt ?? null } : null;
}

/**
 * One notice at a time, in a row of fixed height under the header. It is there from the first paint or not at all: where
 * the server knows more than this device did, the row appears or goes with the next screen, so that nothing moves. The
 * consequences of a press are different, and show at once.
 */
export function NoticeSlot({ place, screen }: { place: NoticePlace; screen: string }) {
  const { data: account } = useAccount();
  const device = useDeviceFacts();
  const { isClosed, close } = useClosed();
  const [kept] = useState(recallFacts);
  const facts = account ?? kept;
  const kinds = facts
    ? listNotices(facts, device, place, new Date()).filter((kind) => !isClosed(kind, facts))
    : [];
  const isDue = kinds.length > 0 || device.waiting === undefined;
  const { shown, release } = useHold(screen, isDue, [account, device.waiting]);
  if (!facts) return null;
  const shut = (kind: DueKind) => {
    release();
    close(kind, facts);
  };
  return (
    <Suspense fallback={shown && <div className="notice" />}>
      <NoticeRow
        kinds={shown ? kinds : []}
        isHeld={shown}
        {...{ facts, device, place, screen }}
        onClose={shut}
      />
    </Suspense>
  );
}
