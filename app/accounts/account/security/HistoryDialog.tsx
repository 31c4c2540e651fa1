import { usePages } from '#app/frame/api/pages.ts';
import { formatTime } from '#app/frame/dates.ts';
import { groupByDay } from '#app/frame/group-by-day.ts';
import { PagesDialog } from '#app/frame/ListDialog.tsx';
import type { AccountEvent } from '#shared/accounts/account.ts';

/** The history of the account by day, latest first. */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const pages = usePages('GET /api/account/history', {}, 25);
  return (
    <PagesDialog
      title="Account history"
      description="Don’t recognize something? Sign out everywhere else and change your password."
      pages={pages}
      moreLabel="Show Older Events"
      onClose={onClose}
    >
      {(events) => <Days events={events} />}
    </PagesDialog>
  );
}

function Days({ events }: { events: readonly AccountEvent[] }) {
  if (events.length === 0) return <p className="text-ink-2">No activity yet.</p>;
  return (
    <div className="grid gap-5">
      {groupByDay(events).map(([day, ofDay]) => (
        <section key={day}>
          <h3 className="text-sm text-ink-2">{day}</h3>
          <ul className="divide-y divide-line">
            {ofDay.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Event({ event }: { event: AccountEvent }) {
  const { title, about, device, place, network, count, createdAt } = event;
  const origin = [device, place, network && `network ${network}`].filter(Boolean).join(' · ');
  return (
    <li className="py-2">
      <p className="flex justify-between gap-4">
        <span className="min-w-0 wrap-anywhere">
          {title}
          {about && <span className="text-ink-2">: {about}</span>}
          {count > 1 && <span className="text-ink-2"> ({count.toLocaleString()} times)</span>}
        </span>
        <time dateTime={createdAt} className="shrink-0 text-ink-2 tabular-nums">
          {formatTime(createdAt)}
        </time>
      </p>
      {origin && <p className="text-sm text-ink-2 wrap-anywhere">{origin}</p>}
    </li>
  );
}
