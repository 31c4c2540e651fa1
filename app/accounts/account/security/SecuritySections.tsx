import { Suspense } from 'react';
import { SessionList } from '#app/accounts/auth/SessionList.tsx';
import { signInProviders } from '#app/accounts/auth/sign-in-providers.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SettingsSection } from '../SettingsSection.tsx';
import { AccountHistory } from './AccountHistory.tsx';
import { IdleLimit } from './IdleLimit.tsx';
import { PasswordForm } from './PasswordForm.tsx';

const LinkedSignIns = lazyAddition(async () => (await import('./LinkedSignIns.tsx')).LinkedSignIns);
const Passkeys = lazyAddition(async () => (await import('./Passkeys.tsx')).Passkeys);
const TwoStep = lazyAddition(async () => (await import('./TwoStep.tsx')).TwoStep);

/** How the user signs in, and where they are signed in. */
export function SecuritySections() {
  return (
    <>
      <SettingsSection title="Password" text="Changing it signs you out on all other devices.">
        <PasswordForm />
      </SettingsSection>
      {signInProviders.length > 0 && (
        <SettingsSection
          title="Linked sign-ins"
          text="Sign in with an account you already have elsewhere. Remove it here anytime."
        >
          <Suspense fallback={<Skeleton className="h-14" />}>
            <LinkedSignIns />
          </Suspense>
        </SettingsSection>
      )}
      <SettingsSection title="Passkeys" text="Sign in with your fingerprint, face, or screen lock.">
        <Suspense fallback={<Skeleton className="h-24" />}>
          <Passkeys />
        </Suspense>
      </SettingsSection>
      <SettingsSection
        title="Two-step verification"
        text="Add a code from an authenticator app when you sign in."
      >
        <Suspense fallback={<Skeleton className="h-24" />}>
          <TwoStep />
        </Suspense>
      </SettingsSection>
      <SettingsSection
        title="Sessions"
        text="Where you’re signed in. Sign out any device you don’t recognize."
      >
        <SessionList />
        <IdleLimit />
        <AccountHistory />
      </SettingsSection>
    </>
  );
}
