import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { EditRow } from '../EditRow.tsx';
import { useSecurity } from './security.queries.ts';

const PasswordForm = lazyDialog(async () => (await import('./PasswordForm.tsx')).PasswordForm);

/** If the account has a password, and the way to another one. */
export function Password() {
  const { data, error, refetch } = useSecurity();
  if (error && !data)
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="my-1 h-11" />;
  const { hasPassword } = data;
  return (
    <EditRow
      label="Your password"
      value={hasPassword ? 'Set' : ''}
      action={hasPassword ? 'Change Password' : 'Set a Password'}
    >
      {(close) => <PasswordForm hasPassword={hasPassword} onClose={close} />}
    </EditRow>
  );
}
