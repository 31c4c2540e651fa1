import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { sayAgo } from '#app/frame/dates.ts';
import { onShownCopy, shownCopy } from './shown-copy.ts';
import { comeBack, startOffline } from './start-offline.ts';

const WORDS_MS = 30_000;

/** On every screen of a device that keeps data: keeps it up to date, and says when a screen shows what it kept. */
export function Offline() {
  const client = useQueryClient();
  useEffect(() => startOffline(client), [client]);
  const madeAt = useSyncExternalStore(onShownCopy, shownCopy);
  return madeAt && <OfflineNotice key={madeAt} madeAt={madeAt} onRetry={() => comeBack(client)} />;
}

export function OfflineNotice({ madeAt, onRetry }: { madeAt: number; onRetry: () => void }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), WORDS_MS);
    return () => clearInterval(timer);
  }, []);
  const reason = navigator.onLine ? 'Can’t reach Goldleaf right now.' : 'You’re offline.';
  return (
    <div className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-[1216px] flex-wrap items-center gap-x-3 px-6 py-2 text-sm lg:px-12">
        <p role="status">
          Last updated {sayAgo(madeAt, now)}. {reason}
        </p>
        <button
          type="button"
          onClick={onRetry}
          className="min-h-6 rounded-control text-ink-2 underline underline-offset-4 hover:text-ink"
        >
          Try again
        </button>
      </div>
    </div>
  );
}
