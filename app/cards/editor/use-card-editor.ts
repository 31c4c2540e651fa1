import { useCallback, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { NetworkError } from '#app/api/call.ts';
import { showFieldErrors } from '#app/api/form-errors.ts';
import { toast } from '#ui/Toast.tsx';
import { type CardBody, type CardForm, withoutOldParts } from './card-form.ts';
import { useDraft } from './use-draft.ts';
import { useFirstError } from './use-first-error.ts';
import { useTab } from './use-tab.ts';
import { useView } from './use-view.ts';

/** The schema is loaded when a field is first touched: nothing is validated before. */
export const loadCheck = () => import('./card-schema.ts');
const check: Resolver<CardForm, unknown, CardBody> = async (...form) =>
  (await loadCheck()).checkCard(...form);

export const sayUnreachable = () =>
  toast({ title: 'Error', description: new NetworkError().message, isError: true });

export interface CardEditorOptions {
  /** The form as it is stored, or as a new card starts. */
  start: CardForm;
  /** The key under which unsaved changes are kept on this device; from `draftKey`. */
  draftName: string;
  /** When the stored card was last changed; empty for a new one. */
  base: string;
  /** Throws the server's error. */
  save: (body: CardBody) => Promise<unknown>;
  onSaved: () => void;
}

type Form = UseFormReturn<CardForm, unknown, CardBody>;

/** The state of the card form: its values, the draft kept on this device, and which part is in view. */
export function useCardEditor({ start, draftName, base, save, onSaved }: CardEditorOptions) {
  const form: Form = useForm<CardForm, unknown, CardBody>({
    resolver: check,
    defaultValues: start,
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting, dirtyFields } = form.formState;
  const draft = useDraft({ form, name: draftName, start, base });
  const [view, setView] = useView();
  const [tab, setTab] = useTab();
  const [uploads] = useState({ current: 0 });
  const area = useRef<HTMLFormElement>(null);
  const isGuarding = useCallback(
    () => (isDirty || uploads.current > 0) && !draft.isOver(),
    [isDirty, uploads, draft.isOver],
  );
  const show = (next: typeof tab) => {
    setView('edit');
    setTab(next);
  };
  const showFirstError = useFirstError({ area, tab, isFormShown: view === 'edit', show });
  const send = async (body: CardBody) => {
    if (uploads.current > 0) {
      toast({ title: 'Still uploading', description: 'Save again when the uploads are done.' });
      return;
    }
    try {
      await save(base ? withoutOldParts(body, dirtyFields) : body);
    } catch (error) {
      showFieldErrors(error, form.setError);
      showFirstError(form.formState.errors);
      return;
    }
    draft.end();
    onSaved();
  };
  const discard = () => {
    discardWithUndo(form, draft.discard);
    // The pressed button is gone.
    area.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  };
  const submit = form.handleSubmit(send, showFirstError);
  return {
    form,
    area,
    draft,
    view,
    setView,
    tab,
    setTab,
    uploads,
    isSubmitting,
    isGuarding,
    submit,
    discard,
  };
}

function discardWithUndo(form: Form, discard: () => void): void {
  const typed = structuredClone(form.getValues());
  discard();
  toast({
    title: 'Changes discarded',
    action: { label: 'Undo', onPress: () => form.reset(typed, { keepDefaultValues: true }) },
  });
}
