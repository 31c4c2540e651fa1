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
    <div className="sticky top-0 z-20 -mx-[24px] mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-paper px-[24px] py-3 lg:-mx-2 lg:px-2">
      <Segments label="View" options={VIEWS} value={view} onChange={onView} />
      {children}
      <Button type="submit" isPending={isSaving} pendingLabel={isNew ? 'Creating...' : 'Updating...'}>
        {isNew ? 'Create Card' : 'Update Card'}
      </Button>
    </div>
  );
}
