import { PRODUCT } from '#shared/contract/constants.ts';
import { Mark } from '#site/logo/Mark.tsx';

/** The mark and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className="font-display text-lg">{PRODUCT}</span>
    </span>
  );
}
