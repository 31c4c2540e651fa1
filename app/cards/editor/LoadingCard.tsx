import { Skeleton } from '#ui/Skeleton.tsx';

/** The form's outline while its card is loading. */
export function LoadingCard({ label }: { label: string }) {
  return (
    <div role="status" className="editor-columns">
      <div>
        <p className="flex min-h-11 items-center border-b border-line text-ink-2">{label}</p>
        <div className="space-y-4 pt-6">
          <Skeleton className="size-22" />
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-17" />
          ))}
        </div>
      </div>
      <Skeleton className="max-lg:hidden h-160 rounded-card!" />
    </div>
  );
}
