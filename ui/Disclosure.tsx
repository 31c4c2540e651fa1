import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface DisclosureProps {
  label: string;
  hint?: string;
  /** As small as the label of a field, for what belongs to the one above it. */
  isQuiet?: boolean;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Points down, and up when what it stands for is open. */
export const OpenMark = ({ isOpen }: { isOpen: boolean }) => (
  <ChevronDown size={20} className={`shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
);

/** A section that opens and closes; its content stays mounted, so that a form keeps its fields. */
export function Disclosure({ label, hint, isQuiet = false, isOpen, onChange, children }: DisclosureProps) {
  const id = useId();
  return (
    <section>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onChange(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-4 rounded-control text-left"
      >
        <span>
          <span className={isQuiet ? 'block text-sm font-medium' : 'block font-display text-lg'}>
            {label}
          </span>
          {hint && (
            <span className={`block text-sm text-ink-2 ${isQuiet ? 'max-sm:sr-only' : ''}`}>{hint}</span>
          )}
        </span>
        <OpenMark isOpen={isOpen} />
      </button>
      <div id={id} hidden={!isOpen} className="pt-5">
        {children}
      </div>
    </section>
  );
}
