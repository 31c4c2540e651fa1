import { useEffect, useState } from 'react';
import { ExportEverything } from '#app/accounts/account/DataExport.tsx';
import { DeleteAccount } from '#app/accounts/account/DeleteAccount.tsx';
import { SettingRow } from '#app/accounts/account/SettingRow.tsx';
import { AuthFrame } from '#app/accounts/auth/AuthFrame.tsx';
import { useSignOut } from '#app/accounts/auth/auth.queries.ts';
import { CallError, call } from '#app/frame/api/call.ts';
import { Link, useLocation, useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { Button } from '#ui/Button.tsx';

/** The server's sentence about it. Leaves this screen once there is nothing to say: the account was brought back, or nobody is signed in. */
function useSuspension(): string {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [message, setMessage] = useState<unknown>(state?.message);
  useEffect(() => {
    const ask = () =>
      call('GET /api/auth/me').then(
        () => window.location.replace(paths.dashboard),
        (error: unknown) => {
          if (!(error instanceof CallError)) return;
          if (error.status === 401) void navigate(paths.signIn, { replace: true });
          else if (error.code === 'suspended') setMessage(error.text);
        },
      );
    void ask();
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, [navigate]);
  return typeof message === 'string' ? message : 'This account is suspended.';
}

/** For somebody whose account an administrator has suspended: what is left to do, in a session that allows no more. */
export function SuspendedPage() {
  const message = useSuspension();
  const signOut = useSignOut();
  return (
    <AuthFrame title="Account Suspended" text="You can still export your data and delete your account">
      <title>Account Suspended · Goldleaf</title>
      <p
        role="alert"
        className="mt-6 rounded-control border border-danger p-4 whitespace-pre-line wrap-anywhere"
      >
        {message} You won’t be charged for your own cards while it’s suspended.
      </p>
      <div className="mt-6 divide-y divide-line border-y border-line">
        <SettingRow title="Your data" text="Save a copy of everything you have here.">
          <ExportEverything />
        </SettingRow>
        <DeleteAccount />
      </div>
      <Button
        variant="secondary"
        className="mt-6 w-full"
        isPending={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        Sign Out
      </Button>
      <p className="mt-6">
        <Link to={paths.signIn} className="text-gold-ink underline underline-offset-4">
          Sign in with another account
        </Link>
      </p>
    </AuthFrame>
  );
}
