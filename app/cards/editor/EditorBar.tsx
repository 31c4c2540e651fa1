import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Segments } from '#ui/Segments.tsx';
import type { EditorView } from './use-view.ts';

const VIEWS = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;

export interface EditorBarProps {
  isNew: boolean;
  view: EditorView;
  onView: (view: EditorView) => void;
  isSaving: boolean;
  /** Where the draft is. */
  children?: ReactNode;
}

/** Always at hand in the form: the switch to the other view, and saving. */
export function EditorBar({ isNew, view, onView, isSaving, children }: EditorBarProps) {
  return (
    <div className="sticky top-0 z-20 -mx-6 mb-6 flex items-center justify-between gap-4 border-b border-line bg-paper px-6 py-3 lg:-mx-2 lg:px-2">
      <Segments label="View" options={VIEWS} value={view} onChange={onView} />
      {children}
      <Button type="submit" isPending={isSaving} pendingLabel={isNew ? 'Creating...' : 'Updating...'}>
        {isNew ? 'Create Card' : 'Update Card'}
      </Button>
    </div>
  );
}
