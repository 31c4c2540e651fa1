import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CardBody, CardForm } from './card-form.ts';
import { keepDraft, recallDraft } from './draft.ts';

const QUIET_MS = 400;

interface DraftOptions {
  form: UseFormReturn<CardForm, unknown, CardBody>;
  /** From `draftKey`. */
  name: string;
  /** The form as it is stored, without the draft. */
  start: CardForm;
  /** When the card was last changed; empty for a new one. */
  base: string;
}

/** Keeps unsaved changes on this device, and restores them when the screen is opened again. */
export function useDraft({ form, name, start, base }: DraftOptions) {
  const [draft] = useState(() => recallDraft(name, start));
  const [isReady, setIsReady] = useState(!draft);
  const [isRestored, setIsRestored] = useState(draft !== null);
  const [isKept, setIsKept] = useState(true);
  const { isDirty } = form.formState;
  const state = useRef({ isDirty, isOver: false });
  state.current.isDirty = isDirty;

  useLayoutEffect(() => {
    if (!draft) return;
    form.reset(draft.form, { keepDefaultValues: true });
    setIsReady(true);
  }, [form, draft]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      if (!state.current.isOver) {
        setIsKept(keepDraft(name, state.current.isDirty ? { form: form.getValues(), base } : null));
      }
    };
    const stopListening = form.subscribe({
      formState: { values: true },
      callback() {
        clearTimeout(timer);
        timer = setTimeout(keep, QUIET_MS);
      },
    });
    const keepNow = () => timer && keep();
    window.addEventListener('pagehide', keepNow);
    return () => {
      stopListening();
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, [form, name, base]);

  /** Stops keeping a draft: it was saved, or is given up. */
  const end = useCallback(() => {
    state.current.isOver = true;
    keepDraft(name, null);
  }, [name]);

  /** Resets the form to what is stored. */
  const discard = useCallback(() => {
    form.reset(start);
    keepDraft(name, null);
    setIsRestored(false);
  }, [form, name, start]);

  /** The card was changed elsewhere after the draft was started: saving would undo that change. */
  const isStale = isRestored && draft !== null && draft.base !== base;
  const isOver = useCallback(() => state.current.isOver, []);

  return { isReady, isRestored, isStale, isKept, isOver, end, discard };
}
