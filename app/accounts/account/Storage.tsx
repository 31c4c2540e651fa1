import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import type { Account } from '#shared/accounts/account.ts';
import { inMegabytes } from '#shared/cards/media-rules.ts';
import { Progress } from '#ui/Progress.tsx';

/** The current space left for photos and videos; an upload may have used some since the dashboard was opened. */
export function Storage({ account }: { account: Account }) {
  const { usedBytes, limitBytes } = useAccount({ refetchOnMount: 'always' }).data?.storage ?? account.storage;
  const left = Math.max(0, limitBytes - usedBytes);
  return (
    <div className="py-4">
      <p className="mb-3">
        {inMegabytes(left)} of {inMegabytes(limitBytes)} left
      </p>
      <Progress label="Space used" fraction={Math.min(1, usedBytes / limitBytes)} />
      <p className="mt-3 text-sm text-ink-2">Removed files free up space within a day.</p>
    </div>
  );
}
