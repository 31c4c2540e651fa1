import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

/** The buttons at the end of a dialog; on a phone they fill their line. */
export const ButtonRow = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`flex flex-wrap justify-end gap-2 max-sm:*:grow ${className}`}>{children}</div>
);

interface FormButtonsProps extends ButtonProps {
  onCancel: () => void;
  cancelLabel?: string;
}

/**
 * The end of a dialog that asks: the way out, then the button that goes ahead, which has the other props. Without an
 * `onClick`, that one sends the form around it.
 */
export function FormButtons({ onCancel, cancelLabel = 'Cancel', ...ahead }: FormButtonsProps) {
  return (
    <ButtonRow>
      <Button variant="secondary" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type={ahead.onClick ? 'button' : 'submit'} pendingLabel="Saving..." {...ahead} />
    </ButtonRow>
  );
}

/**
 * The end of a dialog in which nothing is left to send: every one closes with the same button, after others of its line.
 * It does nothing, so it is never the primary one.
 */
export const DoneButton = ({ onClick, children }: { onClick: () => void; children?: ReactNode }) => (
  <ButtonRow className="mt-5">
    {children}
    <Button variant="secondary" data-takes-focus="" onClick={onClick}>
      Done
    </Button>
  </ButtonRow>
);
