import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { putOff } from '#app/messages/notices/push-choice.ts';
import { Popover } from '#ui/Popover.tsx';
import type { DeviceFacts, DueKind, NoticeFacts, NoticePlace } from './list-notices.ts';
import { NoticeLine } from './NoticeLine.tsx';
import { type NoticeWords, wordsOf } from './notice-words.ts';

const loadAct = async () => (await import('./NoticeAct.tsx')).NoticeAct;
const NoticeAct = lazyDialog(loadAct);

type Said = NoticeWords & { kind: DueKind };

interface NoticeRowProps {
  kinds: DueKind[];
  /** The row stays although nothing is in it. */
  isHeld: boolean;
  facts: NoticeFacts;
  device: DeviceFacts;
  place: NoticePlace;
  screen: string;
  onClose: (kind: DueKind) => void;
}

/** The first notice, and the way to the others; what their buttons do outlasts them. */
export function NoticeRow({ kinds, isHeld, facts, device, place, screen, onClose }: NoticeRowProps) {
  const [act, setAct] = useState<DueKind | null>(null);
  const notices = kinds.map((kind): Said => ({ kind, ...wordsOf(kind, facts, device) }));
  const [first, ...others] = notices;
  const kind = first?.kind;
  useEffect(() => {
    // At hand when it is pressed: browsers ask about notifications only right after a press.
    if (kind === 'push') void loadAct().catch(() => {});
    // The first thing after an address was taken away.
    if (kind === 'address' && place === 'dashboard') setAct(kind);
  }, [kind, place]);
  const shut = (notice: Said) => {
    if (notice.kind === 'push') putOff();
    onClose(notice.kind);
    if (others.length > 0) return;
    const main = document.getElementById('main');
    main?.setAttribute('tabindex', '-1');
    main?.focus({ preventScroll: true });
  };
  return (
    <>
      {isHeld && !first && <div className="notice" />}
      {first && (
        <section aria-label={first.title} className={`notice ${first.isUrgent ? 'is-urgent' : ''}`}>
          <div>
            <NoticeLine notice={first} onAct={setAct} />
            {others.length > 0 && <Others key={screen} notices={others} onAct={setAct} />}
            {first.isClosable && (
              <button type="button" aria-label="Dismiss" className="notice-shut" onClick={() => shut(first)}>
                <X size={16} />
              </button>
            )}
          </div>
        </section>
      )}
      {act && <NoticeAct kind={act} onClose={() => setAct(null)} />}
    </>
  );
}

/** A dialog that is opened from this list gives focus back to its button, since the list closes. */
function Others({ notices, onAct }: { notices: Said[]; onAct: (kind: DueKind) => void }) {
  const opener = useRef<HTMLButtonElement>(null);
  const act = (kind: DueKind) => {
    opener.current?.focus();
    onAct(kind);
  };
  return (
    <Popover
      isWide
      label="Other notices"
      trigger={
        <button ref={opener} type="button" className="notice-rest">
          1 of {notices.length + 1}
        </button>
      }
    >
      <ul className="notice-list">
        {notices.map((notice) => (
          <li key={notice.kind}>
            <NoticeLine notice={notice} onAct={act} />
          </li>
        ))}
      </ul>
    </Popover>
  );
}
