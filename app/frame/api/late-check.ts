import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { sayPartFailed } from '#ui/part-failed.ts';
import { NetworkError } from './call.ts';

/** Form validation that is loaded when first needed, since nothing is validated before it is touched. */
export function lateCheck<Values extends FieldValues, Context, Body>(
  load: () => Promise<Resolver<Values, Context, Body>>,
): Resolver<Values, Context, Body> {
  return async (...form) => {
    const check = await load().catch(() => null);
    if (check) return check(...form);
    const message = sayCheckFailed();
    return { values: {}, errors: { root: { type: 'network', message } } as FieldErrors<Values> };
  };
}

/** Says that it could not be loaded; returns the words. */
export function sayCheckFailed(): string {
  const { message: description } = new NetworkError();
  void sayPartFailed({ title: 'Error', description });
  return description;
}
