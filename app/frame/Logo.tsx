import { PRODUCT } from '#shared/contract/constants.ts';
import { Mark } from '#site/logo/Mark.tsx';

/** The mark and the name, which goes out of sight where there is no room for it. */
export function Logo() {
  return (
    <span className="logo">
      <Mark />
      <span className="font-display text-lg">{PRODUCT}</span>
    </span>
  );
}
