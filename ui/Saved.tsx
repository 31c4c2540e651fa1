import { Check } from 'lucide-react';

/** Says beside a control that its change was saved; screen readers hear it, too. */
export const Saved = ({ isSaved }: { isSaved: boolean | undefined }) => (
  <span role="status" className="inline-flex shrink-0 items-center gap-1 text-sm text-good not-empty:pr-3">
    {isSaved && (
      <>
        <Check size={14} className="stroke-2" />
        Saved
      </>
    )}
  </span>
);
