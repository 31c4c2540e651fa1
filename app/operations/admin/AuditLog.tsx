import { usePages } from '#app/frame/api/pages.ts';
import { formatDay, formatTime } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import { archiveUrl } from '#app/operations/parts/ArchiveLeft.tsx';
import type { AdminActionRow } from '#shared/operations/admin.ts';
import { Skeleton } from '#ui/Skeleton.tsx';

/** The administrators' acts, with target and reason, latest first. */
export function AuditLog() {
  const pages = usePages('GET /api/admin/actions', {}, 25);
  const { rows, error } = pages;
  if (error && !rows) return <LoadFailed error={error} retry={pages.refetch} />;
  if (!rows) return <Skeleton className="h-64 rounded-surface!" />;
  if (rows.length === 0) return <p className="py-10 text-center text-ink-2">No admin activity yet.</p>;
  return (
    <>
      <ul
        aria-label="Audit log"
        className="divide-y divide-line rounded-surface border border-line bg-surface text-sm"
      >
        {rows.map((row) => (
          <Act key={row.id} row={row} />
        ))}
      </ul>
      <ShowMore pages={pages} label="Show Older Actions" />
    </>
  );
}

function Act({ row }: { row: AdminActionRow }) {
  const { title, target, about, admin, reason, archive, createdAt } = row;
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-6">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{title}</span>: {target}
          {about && <span className="text-ink-2"> ({about})</span>}
        </span>
        <time dateTime={createdAt} className="text-ink-2 tabular-nums">
          {formatDay(createdAt)}, {formatTime(createdAt)}
        </time>
      </p>
      <p className="wrap-anywhere text-ink-2">
        By {admin}
        {reason && `: ${reason}`}
      </p>
      {archive && (
        <a href={archiveUrl(archive)} download className="text-gold-ink underline underline-offset-4">
          Download the archive
        </a>
      )}
    </li>
  );
}
