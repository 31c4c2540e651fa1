import { lazy, type ReactNode, Suspense, useId } from 'react';
import { FormProvider } from 'react-hook-form';
import { sayCheckFailed } from '#app/frame/api/late-check.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { FormBar } from './FormBar.tsx';
import { FormTabs } from './fields/FormTabs.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { UploadsUnderWay } from './media/uploads-under-way.ts';
import { PreviewPanel } from './preview/PreviewPanel.tsx';
import { type CardEditorOptions, loadCheck, useCardEditor } from './use-card-editor.ts';

const MergeDialog = lazyDialog(async () => (await import('./merge/MergeDialog.tsx')).MergeDialog);
const DraftNotice = lazyAddition(async () => (await import('./DraftNotice.tsx')).DraftNotice);
/** Wanted once something has changed. */
const UndoButtons = lazyAddition(async () => (await import('./undo/UndoButtons.tsx')).UndoButtons);
/** Brings the card's styles with it; the form can be used before it has loaded. */
const CardPreview = lazy(async () => ({ default: (await import('./preview/CardPreview.tsx')).CardPreview }));

/** The form that creates and edits cards, with the resulting card next to it. */
export function CardEditor({ children, ...options }: CardEditorOptions & { children?: ReactNode }) {
  const editor = useCardEditor(options);
  const { form, draft, uploads } = editor;
  const { cardId } = options;
  const id = useId();
  return (
    <FormProvider {...form}>
      <UploadsUnderWay value={uploads}>
        <FormBar form={id} cardId={cardId} editor={editor} />
        <form
          id={id}
          ref={editor.area}
          noValidate
          inert={editor.view === 'preview'}
          onFocus={(event) => {
            editor.place.current = event.target;
            void loadCheck().catch(() => {});
          }}
          onBlur={({ relatedTarget }) => {
            if (!relatedTarget) editor.place.current = null;
          }}
          onSubmit={(event) => void editor.submit(event).catch(sayCheckFailed)}
          className="md:pt-6 [&_:is(input,textarea,button)]:scroll-mt-24"
        >
          {children}
          {(draft.isRestored || draft.problem || draft.offers.length > 0) && (
            <Suspense>
              <DraftNotice editor={editor} />
            </Suspense>
          )}
          {draft.isReady && (
            <div className="editor-columns">
              <FormTabs isNew={!cardId} tab={editor.tab} onTab={editor.setTab}>
                {editor.unchanged && (
                  <Suspense>
                    <UndoButtons start={editor.unchanged} onShow={editor.setTab} />
                  </Suspense>
                )}
              </FormTabs>
              <PreviewPanel>
                <CardPreview isSmall />
              </PreviewPanel>
            </div>
          )}
        </form>
        {editor.merging.dialog && <MergeDialog {...editor.merging.dialog} />}
        <LeaveGuard isGuarding={editor.isGuarding} isDraftKept={draft.isKept} onLeave={draft.end} />
      </UploadsUnderWay>
    </FormProvider>
  );
}
