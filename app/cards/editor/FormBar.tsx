import { Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Segments } from '#ui/Segments.tsx';
import { useCardForm } from './card-form.ts';
import { EditorBar } from './EditorBar.tsx';
import { PreviewSheet } from './preview/PreviewSheet.tsx';
import type { CardEditorState } from './use-card-editor.ts';

const DraftStatus = lazyAddition(async () => (await import('./DraftStatus.tsx')).DraftStatus);

const VIEWS = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;

interface FormBarProps {
  /** The form that its button submits. */
  form: string;
  /** Null for a new card. */
  cardId: string | null;
  editor: CardEditorState;
}

/** The bar of a form that has loaded, and the preview that comes from under it. */
export function FormBar({ form, cardId, editor }: FormBarProps) {
  const { draft, view, setView, isSubmitting } = editor;
  const name = useWatch({ control: useCardForm().control, name: 'name' });
  return (
    <EditorBar title={cardId ? 'Edit Card' : 'Create Card'} name={cardId ? name : undefined}>
      {draft.status !== 'none' && (
        <Suspense>
          <DraftStatus status={draft.status} isKept={draft.isKept} onDiscard={editor.discard} />
        </Suspense>
      )}
      {cardId && (
        <span className="flex max-md:hidden">
          <a href={paths.publicCard(cardId)} target="_blank" rel="noopener" className={buttonClass('quiet')}>
            View
          </a>
          <Link to={paths.shareCard(cardId)} className={buttonClass('quiet')}>
            Share
          </Link>
        </span>
      )}
      <Segments label="View" options={VIEWS} value={view} onChange={setView} />
      <Button
        type="submit"
        form={form}
        className="max-md:order-2 max-md:ml-auto max-md:px-3 max-[374px]:px-2 max-[374px]:text-sm"
        isPending={isSubmitting}
        pendingLabel={cardId ? 'Updating...' : 'Creating...'}
      >
        {cardId ? 'Update Card' : 'Create Card'}
      </Button>
      <PreviewSheet isOpen={view === 'preview'} />
    </EditorBar>
  );
}
