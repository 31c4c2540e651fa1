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

/** How long a part of the form may take to load. */
const LOADING_MS = 10_000;

/** Focuses the first invalid field, once it is there, unless the focus has moved by then. */
function focusFirst(area: HTMLElement): void {
  const before = document.activeElement;
  const isDone = () => {
    const field = area.querySelector<HTMLElement>(
      '[role=tabpanel]:not([hidden]) :is([aria-invalid=true], [role=alert][tabindex])',
    );
    if (document.activeElement === before) field?.focus();
    return field !== null || document.activeElement !== before;
  };
  if (isDone()) return;
  const observer = new MutationObserver(() => isDone() && observer.disconnect());
  observer.observe(area, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), LOADING_MS);
}

/** Returns a function that goes to the first invalid field, in whichever tab it is. */
export function useFirstError({ area, tab, show, isFormShown }: Stage) {
  const [tabToFix, setTabToFix] = useState<TabName | null>(null);
  // The tab must be rendered before a field in it can take focus.
  useEffect(() => {
    if (tabToFix !== tab || !isFormShown) return;
    setTabToFix(null);
    if (area.current) focusFirst(area.current);
  }, [area, tabToFix, tab, isFormShown]);
  return (wrong: FieldErrors<CardForm>) => {
    const [first] = tabsWithErrors(wrong);
    if (!first) return;
    show(first);
    setTabToFix(first);
  };
}
