import { Suspense } from 'react';
import { lazyAddition } from '#app/frame/lazy-addition.ts';

const PasswordStrength = lazyAddition(async () => (await import('./PasswordStrength.tsx')).PasswordStrength);

/** Below the field of a new password: the list of common ones is loaded once something is typed. */
export const NewPasswordStrength = (props: { password: string; about: readonly string[] }) =>
  props.password === '' ? null : (
    <Suspense>
      <PasswordStrength {...props} />
    </Suspense>
  );
