import { Skeleton } from '#ui/Skeleton.tsx';

export function LoadingTable({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-96 rounded-surface!" />
    </div>
  );
}
