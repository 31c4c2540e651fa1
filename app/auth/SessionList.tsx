import { Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { formatDay } from '#app/dates.ts';
import { ShowMore } from '#app/ShowMore.tsx';
import type { Session } from '#shared/auth.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { useEndSession, useSessions } from './sessions.queries.ts';

/** Every session of the user, with a way to end it; the current one ends with Sign Out. */
export function SessionList() {
  const pages = useSessions();
  const { rows: sessions, error } = pages;
  const list = useRef<HTMLUListElement>(null);
  if (error && !sessions)
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={pages.refetch} />;
  if (!sessions) return <Skeleton className="h-14" />;
  return (
    <>
      <ul ref={list} tabIndex={-1} className="-my-3 divide-y divide-line outline-none">
        {sessions.map((session) => (
          // The row and its button are about to disappear, and focus with them.
          <SessionRow key={session.id} session={session} onEnd={() => list.current?.focus()} />
        ))}
      </ul>
      <ShowMore pages={pages} label="Show More Sessions" />
    </>
  );
}

const isPhone = (device: string) => /iPhone|Android|Mobile|iPad|Tablet/.test(device);

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const end = useEndSession();
  const Icon = isPhone(session.device) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{session.device}</p>
        <p className="text-sm text-ink-2">Last used {formatDay(session.lastSeenAt)}</p>
      </div>
      {session.isCurrent ? (
        <Badge tone="good">This session</Badge>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={`End Session: ${session.device}`}
          isPending={end.isPending}
          pendingLabel="Ending..."
          onClick={() => {
            onEnd();
            end.mutate(session);
          }}
        >
          End Session
        </Button>
      )}
    </li>
  );
}
