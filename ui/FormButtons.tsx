import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface FormButtonsProps extends ButtonProps {
  onCancel: () => void;
  cancelLabel?: string;
}

/** The end of a form in a dialog: the way out, then the button that sends it, which has the other props. */
export function FormButtons({ onCancel, cancelLabel = 'Cancel', ...send }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
      <Button variant="secondary" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" pendingLabel="Saving..." {...send} />
    </div>
  );
}

/**
 * The end of a dialog in which nothing is left to send: every one closes with the same button, after others of its line.
 * It does nothing, so it is never the primary one.
 */
export const DoneButton = ({ onClick, children }: { onClick: () => void; children?: ReactNode }) => (
  <div className="mt-5 flex flex-wrap justify-end gap-3 max-sm:*:grow">
    {children}
    <Button variant="secondary" data-takes-focus="" onClick={onClick}>
      Done
    </Button>
  </div>
);
