/** Progress from 0 to 1; `label` says of what. */
export function Progress({ label, fraction }: { label: string; fraction: number }) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={Math.round(fraction * 100)}
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink [&::-webkit-progress-value]:transition-[width]"
    />
  );
}
