import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Account } from '#shared/accounts/account.ts';
import { Button } from '#ui/Button.tsx';
import { useEnter } from './enter.queries.ts';
import { offerPasskeys, signInWithPasskey, stopOffering } from './passkey-browser.ts';

const FAILURE = {
  title: 'Sign in failed',
  fallback: 'That didn’t work. Try again, or sign in with your password.',
};

/** A button for passkeys; browsers that can also offer them as a suggestion for the username. */
export function PasskeySignIn({ onEnter }: { onEnter: () => void }) {
  const enter = useEnter((sign: () => Promise<Account | null>) => sign(), FAILURE);
  const latest = useRef({ enter, onEnter });
  latest.current = { enter, onEnter };
  useEffect(() => {
    let isOpen = true;
    offerPasskeys().then(
      (account) => {
        if (!account || !isOpen) return;
        const finish = { onSuccess: () => latest.current.onEnter() };
        latest.current.enter.mutate(async () => account, finish);
      },
      (error: unknown) => {
        if (isOpen) latest.current.enter.mutate(() => Promise.reject(error));
      },
    );
    return () => {
      isOpen = false;
      stopOffering();
    };
  }, []);
  return (
    <Button
      variant="secondary"
      className="mt-3 w-full"
      isPending={enter.isPending}
      onClick={() => enter.mutate(signInWithPasskey, { onSuccess: onEnter })}
    >
      <KeyRound size={18} />
      Use a passkey
    </Button>
  );
}
