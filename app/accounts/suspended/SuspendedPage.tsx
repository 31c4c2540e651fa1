import { ExportEverything } from '#app/accounts/account/DataExport.tsx';
import { DeleteAccount } from '#app/accounts/account/DeleteAccount.tsx';
import { SettingRow } from '#app/accounts/account/SettingRow.tsx';
import { AuthFrame } from '#app/accounts/auth/AuthFrame.tsx';
import { Link, useLocation } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';

/** For somebody whose account an administrator has suspended: what is left to do, in a session that allows no more. */
export function SuspendedPage() {
  const { state } = useLocation();
  const message: unknown = state?.message;
  return (
    <AuthFrame title="Account Suspended" text="You can still export your data and delete your account">
      <title>Account Suspended · Goldleaf</title>
      <p role="alert" className="mt-6 rounded-control border border-danger p-4 wrap-anywhere">
        {typeof message === 'string' ? message : 'This account is suspended.'} You won’t be charged for your
        own cards while it’s suspended.
      </p>
      <div className="mt-6 divide-y divide-line border-y border-line">
        <SettingRow title="Your data" text="Save a copy of everything you have here.">
          <ExportEverything />
        </SettingRow>
        <DeleteAccount />
      </div>
      <p className="mt-6">
        <Link to={paths.signIn} className="text-gold-ink underline underline-offset-4">
          Sign in with another account
        </Link>
      </p>
    </AuthFrame>
  );
}
