import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { closeOnEscape } from '#ui/escape.ts';

interface EditFormProps {
  /** Of the button that saves. */
  label?: string;
  isPending: boolean;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** The form in the place of a row: its fields and its two buttons; Escape gives it up. */
export const EditForm = ({ label = 'Save', isPending, onSubmit, onClose, children }: EditFormProps) => (
  <form noValidate onSubmit={onSubmit} onKeyDown={closeOnEscape(onClose)} className="space-y-1 py-2">
    {children}
    <div className="flex flex-wrap justify-end gap-2 py-2">
      <Button variant="secondary" size="small" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" size="small" isPending={isPending} pendingLabel="Saving...">
        {label}
      </Button>
    </div>
  </form>
);
