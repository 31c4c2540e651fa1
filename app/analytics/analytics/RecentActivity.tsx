import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { formatMoment, sayAgo } from '#app/frame/dates.ts';
import type { RecentView } from '#shared/analytics/analytics.ts';
import { guessDevice, locationLabel, referrerLabel } from '#shared/analytics/viewer.ts';

const ICONS = { Mobile: Smartphone, Tablet, Desktop: Monitor };

/** The latest views: from where, on which device, when, and from which source. */
export function RecentActivity({ views }: { views: RecentView[] }) {
  const now = Date.now();
  return (
    <ul aria-label="Recent views" className="divide-y divide-line">
      {views.map((view) => {
        const device = guessDevice(view.viewerDevice);
        const Icon = ICONS[device];
        return (
          <li key={view.id} className="flex items-center gap-4 py-3">
            <span
              aria-hidden="true"
              className="grid size-10 shrink-0 place-items-center rounded-full bg-line/50 text-ink-2"
            >
              <Icon size={18} />
            </span>
            <div className="min-w-0 flex-1 sm:flex sm:items-center sm:justify-between sm:gap-4">
              <div className="min-w-0">
                <p className="wrap-anywhere">{locationLabel(view.viewerLocation)}</p>
                <p className="text-sm text-ink-2 wrap-anywhere">
                  {device} · {referrerLabel(view.referrer)}
                </p>
              </div>
              <time dateTime={view.createdAt} className="block shrink-0 text-sm text-ink-2 tabular-nums">
                {formatMoment(view.createdAt)}
                <span className="block sm:text-right">{sayAgo(Date.parse(view.createdAt), now)}</span>
              </time>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
