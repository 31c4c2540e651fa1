/** The gold of the mark, the same on paper and on charcoal. */
export const GOLD = '#D4AF37';
const VEIN = '#6B5210';

/** The product's mark, "Layered Cards": two cards cut like leaves, the front one in gold leaf. `size` in CSS pixels. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <MarkShapes />
    </svg>
  );
}

/** The shapes of the mark on a 32 by 32 grid, for drawings that include it. */
export function MarkShapes() {
  return (
    <>
      <path
        fill="none"
        stroke={GOLD}
        strokeWidth="1.75"
        strokeLinecap="round"
        d="M8.6 8.1A8 8 0 0 1 15.4 4.9H29.1V12.6a8 8 0 0 1-1.6 4.8"
      />
      <path fill={GOLD} d="M3 27V19.5A8.5 8.5 0 0 1 11.5 11H25v7.5A8.5 8.5 0 0 1 16.5 27z" />
      <path fill="none" stroke={VEIN} strokeWidth="1.4" strokeLinecap="round" d="M3.4 26.6 17.5 17" />
    </>
  );
}
