import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { NetworkError } from '#app/api/call.ts';
import { showFieldErrors } from '#app/api/form-errors.ts';
import { RouteError } from '#app/RouteError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/Toast.tsx';
import type { CardBody, CardForm } from './card-form.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { EditorBar } from './EditorBar.tsx';
import { FormTabs } from './FormTabs.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { UploadsUnderWay } from './media/use-uploads.ts';
import { PreviewPanel } from './PreviewPanel.tsx';
import { useDraft } from './use-draft.ts';
import { useFirstError } from './use-first-error.ts';
import { useTab } from './use-tab.ts';
import { useView } from './use-view.ts';

/** The card's styles come with it, and the form is there to be typed in before. */
const CardPreview = lazy(async () => ({ default: (await import('./CardPreview.tsx')).CardPreview }));

/** The schema comes with the first field that is touched: nothing is checked before. */
const loadCheck = () => import('./card-schema.ts');
const check: Resolver<CardForm, unknown, CardBody> = async (...form) =>
  (await loadCheck()).checkCard(...form);

const sayUnreachable = () =>
  toast({ title: 'Error', description: new NetworkError().message, isError: true });

export interface CardEditorProps {
  isNew: boolean;
  /** The form as it is stored, or as a new card starts. */
  start: CardForm;
  /** Where unsaved changes are kept on this device; from `draftKey`. */
  draftName: string;
  /** When the stored card was last changed; empty for a new one. */
  base: string;
  /** Throws what the server said. */
  save: (body: CardBody) => Promise<unknown>;
  onSaved: () => void;
}

/** The one form of a card, to create and to edit it, with the card it makes beside it. */
export function CardEditor({ isNew, start, draftName, base, save, onSaved }: CardEditorProps) {
  const form = useForm<CardForm, unknown, CardBody>({
    resolver: check,
    defaultValues: start,
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting } = form.formState;
  const draft = useDraft({ form, name: draftName, start, base });
  const [view, setView] = useView();
  const [tab, setTab] = useTab();
  const [uploads] = useState({ current: 0 });
  const area = useRef<HTMLFormElement>(null);

  const showFirstError = useFirstError({
    area,
    tab,
    isFormShown: view === 'edit',
    show(next) {
      setView('edit');
      setTab(next);
    },
  });
  const submit = form.handleSubmit(async (body) => {
    if (uploads.current > 0) {
      toast({ title: 'Still uploading', description: 'Save again when the uploads are done.' });
      return;
    }
    try {
      await save(body);
    } catch (error) {
      showFieldErrors(error, form.setError);
      showFirstError(form.formState.errors);
      return;
    }
    draft.end();
    onSaved();
  }, showFirstError);
  const discard = () => {
    const typed = structuredClone(form.getValues());
    draft.discard();
    toast({
      title: 'Changes discarded',
      action: { label: 'Undo', onPress: () => form.reset(typed, { keepDefaultValues: true }) },
    });
    // The pressed button is gone.
    area.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  };
  const isGuarding = useCallback(
    () => (isDirty || uploads.current > 0) && !draft.isOver(),
    [isDirty, uploads, draft.isOver],
  );

  return (
    <FormProvider {...form}>
      <UploadsUnderWay value={uploads}>
        <form
          ref={area}
          noValidate
          onFocus={() => void loadCheck().catch(() => {})}
          onSubmit={(event) => void submit(event).catch(sayUnreachable)}
          className="[&_:is(input,textarea,button)]:scroll-mt-24"
        >
          <EditorBar isNew={isNew} view={view} onView={setView} isSaving={isSubmitting} />
          {draft.isRestored && <DraftNotice isStale={draft.isStale} onDiscard={discard} />}
          {draft.isReady && (
            <div
              hidden={view === 'preview'}
              className="gap-12 lg:grid lg:grid-cols-[minmax(0,40rem)_24.375rem] lg:justify-between"
            >
              <FormTabs isNew={isNew} tab={tab} onTab={setTab} />
              {view === 'edit' && (
                <PreviewPanel>
                  <CardPreview isSmall />
                </PreviewPanel>
              )}
            </div>
          )}
        </form>
        {view === 'preview' && (
          <section aria-label="Preview" className="animate-appear pt-2">
            <RouteError>
              <Suspense fallback={<Skeleton className="mx-auto h-[40rem] max-w-lg" />}>
                <CardPreview />
              </Suspense>
            </RouteError>
          </section>
        )}
        <LeaveGuard isGuarding={isGuarding} isDraftKept={draft.isKept} onLeave={draft.end} />
      </UploadsUnderWay>
    </FormProvider>
  );
}
