import { useEffect, useRef } from 'react';

/** The first field of a form that is marked as wrong takes the focus, once fields that were folded are shown. */
export function useInvalidFocus(refusal: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  return form;
}
