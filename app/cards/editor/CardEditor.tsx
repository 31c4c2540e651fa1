import { lazy, Suspense } from 'react';
import { FormProvider } from 'react-hook-form';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { RouteError } from '#app/frame/RouteError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EditorBar } from './EditorBar.tsx';
import { FormTabs } from './fields/FormTabs.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { UploadsUnderWay } from './media/uploads-under-way.ts';
import { PreviewPanel } from './preview/PreviewPanel.tsx';
import { type CardEditorOptions, loadCheck, sayUnreachable, useCardEditor } from './use-card-editor.ts';

const MergeDialog = lazyDialog(async () => (await import('./merge/MergeDialog.tsx')).MergeDialog);
const DraftNotice = lazyAddition(async () => (await import('./DraftNotice.tsx')).DraftNotice);
const DraftStatus = lazyAddition(async () => (await import('./DraftStatus.tsx')).DraftStatus);
/** Brings the card's styles with it; the form can be used before it has loaded. */
const CardPreview = lazy(async () => ({ default: (await import('./preview/CardPreview.tsx')).CardPreview }));

/** The form that creates and edits cards, with the resulting card next to it. */
export function CardEditor({ isNew, ...options }: CardEditorOptions & { isNew: boolean }) {
  const editor = useCardEditor(options);
  const { form, draft, view, uploads } = editor;
  return (
    <FormProvider {...form}>
      <UploadsUnderWay value={uploads}>
        <form
          ref={editor.area}
          noValidate
          onFocus={() => void loadCheck().catch(() => {})}
          onSubmit={(event) => void editor.submit(event).catch(sayUnreachable)}
          className="md:[&_:is(input,textarea,button)]:scroll-mt-24"
        >
          <EditorBar isNew={isNew} view={view} onView={editor.setView} isSaving={editor.isSubmitting}>
            {draft.status !== 'none' && (
              <Suspense>
                <DraftStatus status={draft.status} isKept={draft.isKept} onDiscard={editor.discard} />
              </Suspense>
            )}
          </EditorBar>
          {(draft.isRestored || draft.problem || draft.offers.length > 0) && (
            <Suspense>
              <DraftNotice
                isRestored={draft.isRestored}
                isStale={draft.isStale}
                problem={draft.problem}
                offers={draft.offers}
                onDiscard={editor.discard}
                onAdopt={(one) => draft.keeper.current?.takeUp(one)}
                onDrop={(one) => draft.keeper.current?.drop(one)}
              />
            </Suspense>
          )}
          {draft.isReady && (
            <div
              hidden={view === 'preview'}
              className="gap-12 lg:grid lg:grid-cols-[minmax(0,40rem)_24.375rem] lg:justify-between"
            >
              <FormTabs isNew={isNew} tab={editor.tab} onTab={editor.setTab} />
              {view === 'edit' && (
                <PreviewPanel>
                  <CardPreview isSmall />
                </PreviewPanel>
              )}
            </div>
          )}
        </form>
        {view === 'preview' && <FullPreview />}
        {editor.merging.dialog && <MergeDialog {...editor.merging.dialog} />}
        <LeaveGuard isGuarding={editor.isGuarding} isDraftKept={draft.isKept} onLeave={draft.end} />
      </UploadsUnderWay>
    </FormProvider>
  );
}

/** The preview in place of the form. */
function FullPreview() {
  return (
    <section aria-label="Preview" className="animate-appear pt-2">
      <RouteError>
        <Suspense fallback={<Skeleton className="mx-auto h-[40rem] max-w-lg" />}>
          <CardPreview />
        </Suspense>
      </RouteError>
    </section>
  );
}
