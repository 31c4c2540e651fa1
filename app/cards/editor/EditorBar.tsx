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

/** Always at hand in the form: the switch to the other view, and saving. On a phone it takes the place of the dock. */
export function EditorBar({ isNew, view, onView, isSaving, children }: EditorBarProps) {
  return (
    <div className="editor-bar z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line bg-paper px-[24px] max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-31 max-md:border-t max-md:pt-2 max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:sticky md:top-0 md:-mx-[24px] md:mb-6 md:border-b md:py-3 lg:-mx-2 lg:px-2">
      <Segments label="View" options={VIEWS} value={view} onChange={onView} />
      {children}
      <Button type="submit" isPending={isSaving} pendingLabel={isNew ? 'Creating...' : 'Updating...'}>
        {isNew ? 'Create Card' : 'Update Card'}
      </Button>
    </div>
  );
}
