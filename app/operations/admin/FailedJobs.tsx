import { counted } from '#app/frame/counted.ts';
import { formatAgo } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';
import { useFailedJobs, useRetryJob } from './admin.queries.ts';

/**
 * Background work that was given up: mails, counts, calls to the payment provider. Renders nothing if there is none.
 */
export function FailedJobs() {
  const pages = useFailedJobs();
  const { rows: jobs, error } = pages;
  const retry = useRetryJob();
  if (error && !jobs) return <LoadFailed error={error} retry={pages.refetch} />;
  if (!jobs || jobs.length === 0) return null;
  return (
    <section aria-labelledby="failed-jobs" className="mt-8 rounded-surface border border-line bg-surface">
      <h2 id="failed-jobs" className="px-4 py-3 font-medium">
        Failed jobs
      </h2>
      <ul className="divide-y divide-line border-t border-line text-sm">
        {jobs.map(({ id, kind, about, error: reason, tries, failedAt, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2">
            <div className="min-w-0">
              <p className="font-medium">
                {kind}
                {about && <span className="font-normal text-ink-2"> of {about}</span>}
              </p>
              <p className="wrap-anywhere text-ink-2">
                {reason}, after {counted(tries, 'try', 'tries')}, {formatAgo(failedAt ?? createdAt)}
              </p>
            </div>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Retry ${kind}`}
              disabled={retry.isPending}
              onClick={() => retry.mutate(id, { onSuccess: () => toast({ title: 'Retrying job' }) })}
            >
              Retry
            </Button>
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} label="Show Older Jobs" className="px-4 pb-4" />
    </section>
  );
}
