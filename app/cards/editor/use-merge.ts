import { type RefObject, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CallError } from '#app/frame/api/call.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import { type CardBody, type CardForm, fillForm } from './card-form.ts';

/** The basis of the form: the card at some version, or the initial values of a new card. */
export interface MergeOrigin {
  form: CardForm;
  version: number | undefined;
}

export interface MergeOptions {
  form: UseFormReturn<CardForm, unknown, CardBody>;
  origin: RefObject<MergeOrigin>;
  /** The card as it is stored, as far as this screen knows. */
  stored: RefObject<MergeOrigin>;
  saveAgain: () => void;
}

/** Handles a save that was refused because the card was saved elsewhere meanwhile. */
export function useMerge({ form, origin, stored, saveAgain }: MergeOptions) {
  const [theirs, setTheirs] = useState<SeenCard | null>(null);
  /** True if the error is such a refusal; the dialog then opens. */
  const takeConflict = (error: unknown): boolean => {
    if (!(error instanceof CallError) || !error.current) return false;
    setTheirs(error.current as SeenCard);
    return true;
  };
  const dialog = theirs && {
    base: origin.current.form,
    mine: form.getValues(),
    theirs: fillForm(theirs),
    onClose: () => setTheirs(null),
    onMerge(merged: CardForm) {
      stored.current = { form: fillForm(theirs), version: theirs.version };
      origin.current = stored.current;
      form.reset(stored.current.form);
      form.reset(merged, { keepDefaultValues: true });
      setTheirs(null);
      saveAgain();
    },
  };
  return { takeConflict, dialog };
}
