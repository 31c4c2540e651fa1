import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { CallError } from './call.ts';

/** Puts the server's field errors under the fields of a form. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
): void {
  if (!(error instanceof CallError)) return;
  for (const [field, message] of Object.entries(error.fields)) {
    setError(field as Path<Values>, { type: 'server', message });
  }
}
