import { Skeleton } from '#ui/Skeleton.tsx';

export function LoadingUsers() {
  return (
    <div role="status">
      <span className="sr-only">Loading users</span>
      <Skeleton className="h-96 rounded-surface!" />
    </div>
  );
}
