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
}

/** Keeps what is typed on this device, and puts it back into the form when the screen opens again. */
export function useDraft({ form, name, start }: DraftOptions) {
  const [draft] = useState(() => recallDraft(name, start));
  const [isReady, setIsReady] = useState(!draft);
  const [isRestored, setIsRestored] = useState(draft !== null);
  const [isKept, setIsKept] = useState(true);
  const { isDirty } = form.formState;
  const state = useRef({ isDirty, isOver: false });
  state.current.isDirty = isDirty;

  useLayoutEffect(() => {
    if (!draft) return;
    form.reset(draft, { keepDefaultValues: true });
    setIsReady(true);
  }, [form, draft]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      if (!state.current.isOver) setIsKept(keepDraft(name, state.current.isDirty ? form.getValues() : null));
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
  }, [form, name]);

  /** Nothing is kept from here on: it was saved, or is given up. */
  const end = useCallback(() => {
    state.current.isOver = true;
    keepDraft(name, null);
  }, [name]);

  /** Back to the form as it is stored. */
  const discard = useCallback(() => {
    form.reset(start);
    keepDraft(name, null);
    setIsRestored(false);
  }, [form, name, start]);

  const isOver = useCallback(() => state.current.isOver, []);

  return { isReady, isRestored, isKept, isOver, end, discard };
}
