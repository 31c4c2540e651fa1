import { useRef } from 'react';
import { COMMON_PASSWORD } from '#shared/accounts/password-words.ts';

/** The type of a form's error for a common password, which is used if it is sent again. */
export const COMMON = 'common';

/**
 * Returns a check of a new password: resolves to an error the first time a common one is sent, and to null for any other
 * or for the same one again. `about`: what others know of the person.
 */
export function useCommonPassword() {
  const asked = useRef('');
  return async (password: string, about: readonly string[]) => {
    if (asked.current === password) return null;
    const { ratePassword: strengthOf } = await import('#shared/accounts/password-strength.ts');
    if (strengthOf(password, about) !== 'common') return null;
    asked.current = password;
    return { type: COMMON, message: COMMON_PASSWORD };
  };
}
