import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { CallError } from './call.ts';

/** Puts the server's field errors under the fields of a form, and the focus into the first of them. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
): void {
  if (!(error instanceof CallError)) return;
  for (const [at, [field, message]] of Object.entries(error.fields).entries()) {
    setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: at === 0 });
  }
}
