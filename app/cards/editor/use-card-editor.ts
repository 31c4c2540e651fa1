import { useCallback, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { isServerAway } from '#app/frame/api/call.ts';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { sayCheckFailed } from '#app/frame/api/late-check.ts';
import { toast } from '#ui/Toast.tsx';
import { type CardBody, type CardForm, withoutOldLists, withoutOldParts, withoutTeams } from './card-form.ts';
import { type DraftChanges, findChanges } from './drafts/changes.ts';
import { useDraft } from './use-draft.ts';
import { useFirstError } from './use-first-error.ts';
import { type MergeOptions, type MergeOrigin, useMerge } from './use-merge.ts';
import { useTab } from './use-tab.ts';
import { useView } from './use-view.ts';

/** The schema is loaded when a field is first touched: nothing is validated before. */
export const loadCheck = () => import('./card-schema.ts');
const resolveForm: Resolver<CardForm, unknown, CardBody> = async (...form) =>
  (await loadCheck()).checkCard(...form);

export interface CardEditorOptions {
  /** The form as it is stored, or as a new card starts. */
  start: CardForm;
  /** Null for a new card. */
  cardId: string | null;
  /** The version of the card that the form is filled from; undefined for a new one. */
  version?: number | undefined;
  /** Throws the server's error. `draftId` names the draft that the save ends. */
  save: (
    body: CardBody & { baseVersion?: number | undefined; draftId?: string | undefined },
  ) => Promise<unknown>;
  onSaved: () => void;
}

type Form = UseFormReturn<CardForm, unknown, CardBody>;

export type CardEditorState = ReturnType<typeof useCardEditor>;

/** The state of the card form: its values, its draft, and which part is in view. */
export function useCardEditor({ start, cardId, version, save, onSaved }: CardEditorOptions) {
  const form: Form = useForm<CardForm, unknown, CardBody>({
    resolver: resolveForm,
    defaultValues: start,
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting } = form.formState;
  const { view, setView, place } = useView();
  const [tab, setTab] = useTab();
  const [uploads] = useState({ current: 0 });
  const area = useRef<HTMLFormElement>(null);
  /** The basis of the form: the card as it was opened, or as it was merged with. */
  const origin = useRef<MergeOrigin>({ form: start, version });
  /** The card as it is stored, as far as this screen knows. */
  const stored = useRef<MergeOrigin>({ form: start, version });
  const draft = useDraft({ form, cardId, origin, stored });
  const isGuarding = useCallback(
    () => (isDirty || uploads.current > 0) && !draft.isOver(),
    [isDirty, uploads, draft.isOver],
  );
  const show = (next: typeof tab) => {
    setView('edit');
    setTab(next);
  };
  const showFirstError = useFirstError({ area, tab, isFormShown: view === 'edit', show });
  const merging = useMerge({ form, origin, stored, saveAgain: () => void submit().catch(sayCheckFailed) });
  const send = async (body: CardBody) => {
    if (uploads.current > 0) {
      toast({ title: 'Still uploading', description: 'Save again when uploads finish.' });
      return;
    }
    try {
      const sent = cardId ? withoutUntouched(body, findChanges(form.getValues(), origin.current.form)) : body;
      await save({ ...sent, baseVersion: origin.current.version, draftId: draft.keeper.current?.getId() });
    } catch (error) {
      if (merging.takeConflict(error)) return;
      if (isServerAway(error)) void draft.keeper.current?.goOnAnew(true);
      showFieldErrors(error, form.setError);
      showFirstError(form.formState.errors);
      return;
    }
    draft.end(true);
    onSaved();
  };
  const discard = () => {
    discardWithUndo({ form, origin, stored }, draft);
    focusTab(area.current);
  };
  const submit = form.handleSubmit(send, showFirstError);
  return {
    form,
    area,
    draft,
    view,
    setView,
    place,
    tab,
    setTab,
    unchanged: useUnchanged(form, start, draft),
    uploads,
    isSubmitting,
    isGuarding,
    submit,
    discard,
    merging,
  };
}

/** Where the focus goes from a pressed button that is gone. */
export const focusTab = (area: HTMLElement | null) =>
  area?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();

/** Not by the form’s `dirtyFields`, which a merge has not changed yet when it saves. */
const withoutUntouched = (body: CardBody, { fields }: DraftChanges) =>
  withoutTeams(withoutOldLists(withoutOldParts(body, fields), fields), fields);

/** The form before its first change, once there is one. */
function useUnchanged(form: Form, start: CardForm, draft: ReturnType<typeof useDraft>): CardForm | null {
  const [unchanged, setUnchanged] = useState<CardForm | null>(null);
  if (form.formState.isDirty && !unchanged && draft.isReady) {
    setUnchanged(draft.isRestored ? form.getValues() : start);
  }
  return unchanged;
}

/** Undone, the changes count from the version that they were made to, as before. */
function discardWithUndo(
  { form, origin, stored }: Pick<MergeOptions, 'form' | 'origin' | 'stored'>,
  draft: Pick<ReturnType<typeof useDraft>, 'keeper' | 'discard'>,
): void {
  const typed = structuredClone(form.getValues());
  const before = origin.current;
  origin.current = stored.current;
  form.reset(stored.current.form);
  const bringBack = draft.discard();
  const onPress = () => {
    // Another draft may have been resumed meanwhile.
    draft.keeper.current?.setAside();
    bringBack?.();
    origin.current = before;
    form.reset(before.form);
    form.reset(typed, { keepDefaultValues: true });
  };
  toast({ title: 'Changes discarded', action: { label: 'Undo', onPress } });
}
