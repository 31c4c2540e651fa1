import { PRODUCT } from '#shared/constants.ts';

/** Two layered cards, the front one in gold leaf, and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect x="8" y="5" width="20" height="14" rx="3" fill="none" stroke="#D4AF37" strokeWidth="1.5" />
        <rect x="4" y="11" width="20" height="14" rx="3" fill="#D4AF37" />
      </svg>
      <span className="font-display text-lg">{PRODUCT}</span>
    </span>
  );
}
