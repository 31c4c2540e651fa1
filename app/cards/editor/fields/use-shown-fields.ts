import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { CardSection } from '#shared/cards/card-fields/card-field.ts';
import type { CardFieldName } from '#shared/cards/card-fields.ts';
import { fieldsIn, useCardForm } from '../card-form.ts';

/** The sections whose fields wait to be added, in the order of the menu. */
export const ADDED: CardSection[] = ['about', 'more', 'skills', 'nameParts'];
const NAMES = ADDED.flatMap(fieldsIn);

/**
 * Which of the fields that most cards leave empty are shown: those with a value, those with an error, and those that were
 * added. One that was shown stays, even if it is emptied.
 */
export function useShownFields() {
  const { control, setFocus, formState } = useCardForm();
  const [shown, setShown] = useState<CardFieldName[]>([]);
  const filled = useWatch({ control, compute: (form) => NAMES.filter((name) => form[name]).join() });
  const due = NAMES.filter((name) => filled.split(',').includes(name) || formState.errors[name]);
  if (due.some((name) => !shown.includes(name))) setShown([...new Set([...shown, ...due])]);
  const add = (name: CardFieldName) => {
    setShown([...shown, name]);
    // The menu returns focus to its button as it closes; the new field must take it after that.
    requestAnimationFrame(() => setFocus(name));
  };
  const isShown = (name: CardFieldName) => shown.includes(name);
  return { isShown, hidden: NAMES.filter((name) => !isShown(name)), add };
}
