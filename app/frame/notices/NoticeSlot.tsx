import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { recallUser } from '#app/frame/api/session.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { putOff } from '#app/messages/notices/push-choice.ts';
import { Popover } from '#ui/Popover.tsx';
import { useDeviceFacts } from './device-facts.ts';
import { listNotices, type Notice, type NoticeFacts, type Place } from './list-notices.ts';
import { NoticeLine } from './NoticeLine.tsx';
import { useClosed } from './use-closed.ts';
import { useHold } from './use-hold.ts';

const loadAct = async () => (await import('./Act.tsx')).Act;
const Act = lazyDialog(loadAct);

/** The account as this device kept it, for the first paint. */
function recallFacts(): NoticeFacts | null {
  const kept = recallUser();
  return kept?.due ? { user: kept, due: kept.due, emailRefusedAt: kept.emailRefusedAt ?? null } : null;
}

/**
 * One notice at a time, in a row of fixed height under the header. It is there from the first paint or not at all: where
 * the server knows more than this device did, the row appears or goes with the next screen, so that nothing moves. What
 * somebody does is different, and shows at once.
 */
export function NoticeSlot({ place, screen }: { place: Place; screen: string }) {
  const { data: account } = useAccount();
  const device = useDeviceFacts();
  const { isClosed, close } = useClosed();
  const [act, setAct] = useState<string | null>(null);
  const [kept] = useState(recallFacts);
  const facts = account ?? kept;
  const all = facts ? listNotices(facts, device, place, new Date()) : [];
  const notices = all.filter((notice) => !isClosed(notice));
  const isDue = notices.length > 0 || device.waiting === undefined;
  const { shown, release } = useHold(screen, isDue, [account, device.waiting]);
  const [first, ...others] = notices;
  const kind = first?.kind;
  useEffect(() => {
    // At hand when it is pressed: browsers ask about notifications only right after a press.
    if (kind) void loadAct().catch(() => {});
    // The first thing after an address was taken away.
    if (kind === 'address' && place === 'dashboard') setAct(kind);
  }, [kind, place]);
  const shut = (notice: Notice) => {
    release();
    if (notice.kind === 'push') putOff();
    close(notice);
    if (others.length > 0) return;
    const main = document.getElementById('main');
    main?.setAttribute('tabindex', '-1');
    main?.focus({ preventScroll: true });
  };
  return (
    <>
      {shown && first && (
        <section aria-label={first.title} className={`notice ${first.isUrgent ? 'is-urgent' : ''}`}>
          <div>
            <NoticeLine notice={first} onAct={setAct} />
            {others.length > 0 && (
              <Popover
                key={screen}
                isWide
                label="Other notices"
                trigger={
                  <button type="button" id="other-notices" className="notice-rest">
                    1 of {notices.length}
                  </button>
                }
              >
                <Others notices={others} onAct={setAct} />
              </Popover>
            )}
            {first.isClosable && (
              <button type="button" aria-label="Dismiss" className="notice-shut" onClick={() => shut(first)}>
                <X size={16} strokeWidth={1.5} aria-hidden="true" />
              </button>
            )}
          </div>
        </section>
      )}
      {shown && !first && <div className="notice" />}
      {act && <Act kind={act} onClose={() => setAct(null)} />}
    </>
  );
}

/** A dialog that is opened from here gives focus back to the button of the list, which closes. */
function Others({ notices, onAct }: { notices: Notice[]; onAct: (kind: string) => void }) {
  const act = (kind: string) => {
    document.getElementById('other-notices')?.focus();
    onAct(kind);
  };
  return (
    <ul className="notice-list">
      {notices.map((notice) => (
        <li key={notice.kind}>
          <NoticeLine notice={notice} onAct={act} />
        </li>
      ))}
    </ul>
  );
}
