import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/api/form-errors.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/Toast.tsx';
import { type CardBody, type CardForm, cardForm } from './card-form.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { EditorBar, type View } from './EditorBar.tsx';
import { FormTabs } from './FormTabs.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { UploadsUnderWay } from './media/use-uploads.ts';
import { PreviewPanel } from './PreviewPanel.tsx';
import { type TabName, tabsWithErrors } from './tabs.ts';
import { useDraft } from './use-draft.ts';
import { useTab } from './use-tab.ts';

/** The card's styles come with it, and the form is there to be typed in before. */
const CardPreview = lazy(async () => ({ default: (await import('./CardPreview.tsx')).CardPreview }));

export interface CardEditorProps {
  isNew: boolean;
  /** The form as it is stored, or as a new card starts. */
  start: CardForm;
  /** Where unsaved changes are kept on this device; from `draftKey`. */
  draftName: string;
  /** Throws what the server said. */
  save: (body: CardBody) => Promise<unknown>;
  onSaved: () => void;
}

/** The one form of a card, to create and to edit it, with the card it makes beside it. */
export function CardEditor({ isNew, start, draftName, save, onSaved }: CardEditorProps) {
  const form = useForm<CardForm, unknown, CardBody>({
    resolver: zodResolver(cardForm),
    defaultValues: start,
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting } = form.formState;
  const draft = useDraft({ form, name: draftName, start });
  const [view, setView] = useState<View>('edit');
  const [tab, setTab] = useTab();
  const [tabToMend, setTabToMend] = useState<TabName | null>(null);
  const [uploads] = useState({ current: 0 });
  const area = useRef<HTMLFormElement>(null);

  const showErrors = (wrong: FieldErrors<CardForm>) => {
    const [first] = tabsWithErrors(wrong);
    if (!first) return;
    setView('edit');
    setTab(first);
    setTabToMend(first);
  };
  // The tab has to be drawn before a field in it can take the focus.
  useEffect(() => {
    if (tabToMend !== tab || view !== 'edit') return;
    setTabToMend(null);
    area.current
      ?.querySelector<HTMLElement>('[role=tabpanel][data-state=active] [aria-invalid=true]')
      ?.focus();
  }, [tabToMend, tab, view]);

  const submit = form.handleSubmit(async (body) => {
    if (uploads.current > 0) {
      toast({ title: 'Still uploading', description: 'Save again when the uploads are done.' });
      return;
    }
    try {
      await save(body);
    } catch (error) {
      showFieldErrors(error, form.setError);
      showErrors(form.formState.errors);
      return;
    }
    draft.end();
    onSaved();
  }, showErrors);
  const isGuarding = useCallback(() => isDirty && !draft.isOver(), [isDirty, draft.isOver]);

  return (
    <FormProvider {...form}>
      <UploadsUnderWay value={uploads}>
        <form
          ref={area}
          noValidate
          onSubmit={(event) => void submit(event)}
          className="[&_:is(input,textarea,button)]:scroll-mt-24"
        >
          <EditorBar isNew={isNew} view={view} onView={setView} isSaving={isSubmitting} />
          {draft.isRestored && <DraftNotice onDiscard={draft.discard} />}
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
            <Suspense fallback={<Skeleton className="mx-auto h-[40rem] max-w-lg" />}>
              <CardPreview />
            </Suspense>
          </section>
        )}
        <LeaveDialog isGuarding={isGuarding} isDraftKept={draft.isKept} onLeave={draft.end} />
      </UploadsUnderWay>
    </FormProvider>
  );
}
