import { Suspense } from 'react';
import { AccountHistory } from '#app/accounts/account/security/AccountHistory.tsx';
import { IdleLimit } from '#app/accounts/account/security/IdleLimit.tsx';
import { Passkeys } from '#app/accounts/account/security/Passkeys.tsx';
import { Password } from '#app/accounts/account/security/Password.tsx';
import { TwoStep } from '#app/accounts/account/security/TwoStep.tsx';
import { SessionList } from '#app/accounts/auth/SessionList.tsx';
import { signInProviders } from '#app/accounts/auth/sign-in-providers.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** Most servers have no providers. */
const LinkedSignIns = lazyAddition(
  async () => (await import('#app/accounts/account/security/LinkedSignIns.tsx')).LinkedSignIns,
);

/** How the user signs in, and where they are signed in. */
export function SecurityPage() {
  return (
    <>
      <SettingsSection title="Password" text="Changing it signs you out on all other devices.">
        <Password />
      </SettingsSection>
      {signInProviders.length > 0 && (
        <SettingsSection
          title="Linked sign-ins"
          text="Sign in with an account you already have elsewhere. Remove it here anytime."
        >
          <Suspense fallback={<Skeleton className="my-3 h-14" />}>
            <LinkedSignIns />
          </Suspense>
        </SettingsSection>
      )}
      <SettingsSection title="Passkeys" text="Sign in with your fingerprint, face, or screen lock.">
        <Passkeys />
      </SettingsSection>
      <SettingsSection
        title="Two-step verification"
        text="Add a code from an authenticator app when you sign in."
      >
        <TwoStep />
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
