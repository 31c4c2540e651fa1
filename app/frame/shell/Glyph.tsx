/** An icon of the frame, as one path of lucide's 24 by 24 grid: its components would take half a kilobyte more. */
export function Glyph({ path }: { path: string }) {
  return (
    <svg
      width={22}
      height={22}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
