/** A muted block in the shape of what is loading; size it with `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-control bg-line/70 ${className}`} />;
}
