import { type RefObject, useEffect, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { CardForm } from './card-form.ts';
import { type TabName, tabsWithErrors } from './tabs.ts';

interface Stage {
  area: RefObject<HTMLElement | null>;
  tab: TabName;
  /** Opens a tab of the form. */
  show: (tab: TabName) => void;
  isFormShown: boolean;
}

/** Returns a function that goes to the first invalid field, in whichever tab it is. */
export function useFirstError({ area, tab, show, isFormShown }: Stage) {
  const [tabToFix, setTabToFix] = useState<TabName | null>(null);
  // The tab must be rendered before a field in it can take focus.
  useEffect(() => {
    if (tabToFix !== tab || !isFormShown) return;
    setTabToFix(null);
    area.current?.querySelector<HTMLElement>('[role=tabpanel]:not([hidden]) [aria-invalid=true]')?.focus();
  }, [area, tabToFix, tab, isFormShown]);
  return (wrong: FieldErrors<CardForm>) => {
    const [first] = tabsWithErrors(wrong);
    if (!first) return;
    show(first);
    setTabToFix(first);
  };
}
