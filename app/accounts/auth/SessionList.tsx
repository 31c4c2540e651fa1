import { Monitor, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatAgo } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import type { Session } from '#shared/accounts/auth.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useEndOtherSessions, useEndSession, useSessions } from './sessions.queries.ts';

/** More than these are shown on a press. */
const FIRST = 2;

/** The sessions of the user by device, with a way to end each; the current one ends with Sign Out. */
export function SessionList() {
  const pages = useSessions();
  const { rows: sessions, error } = pages;
  const [isAll, setIsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (error && !sessions) return <LoadFailed error={error} retry={pages.refetch} />;
  if (!sessions) return <Skeleton className="my-3 h-52 max-md:h-64" />;
  // Buttons are about to disappear, and focus with them.
  const keepFocus = () => list.current?.focus();
  const shown = isAll ? sessions : sessions.slice(0, FIRST);
  return (
    <div className="animate-settle">
      <ul ref={list} tabIndex={-1} aria-label="Devices" className="divide-y divide-line outline-none">
        {[...byDevice(shown)].map(([device, group]) => (
          <Device key={device} device={device} sessions={group} onEnd={keepFocus} />
        ))}
      </ul>
      {isAll && <ShowMore pages={pages} label="Show More Sessions" />}
      {sessions.length > 1 && (
        <div className="flex flex-wrap gap-3 pb-3">
          {shown.length < sessions.length && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                keepFocus();
                setIsAll(true);
              }}
            >
              Show All
            </Button>
          )}
          <EndOthers onEnd={keepFocus} />
        </div>
      )}
    </div>
  );
}

/** Sessions of devices with the same name, in the order in which the first of each came. */
function byDevice(sessions: readonly Session[]): Map<string, Session[]> {
  const groups = new Map<string, Session[]>();
  for (const session of sessions)
    groups.set(session.device, [...(groups.get(session.device) ?? []), session]);
  return groups;
}

const isPhone = (device: string) => /iPhone|Android|Mobile|iPad|Tablet/.test(device);

interface DeviceProps {
  device: string;
  sessions: readonly Session[];
  onEnd: () => void;
}

function Device({ device, sessions, onEnd }: DeviceProps) {
  const Icon = isPhone(device) ? Smartphone : Monitor;
  return (
    <li className="flex gap-x-4 py-3">
      <Icon size={20} className="mt-0.5 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{device}</p>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={onEnd} />
        ))}
      </div>
    </li>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const end = useEndSession();
  const { device, place, network, lastSeenAt } = session;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1">
      <p className="min-w-0 text-sm text-ink-2 wrap-anywhere">
        {[place, network && `network ${network}`, `last used ${formatAgo(lastSeenAt)}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {session.isCurrent ? (
        <Badge tone="good">This session</Badge>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={`End Session: ${device}`}
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
    </div>
  );
}

function EndOthers({ onEnd }: { onEnd: () => void }) {
  const end = useEndOtherSessions();
  return (
    <Button
      variant="secondary"
      size="small"
      isPending={end.isPending}
      pendingLabel="Signing out..."
      onClick={() => {
        onEnd();
        end.mutate();
      }}
    >
      Sign Out All Others
    </Button>
  );
}
