import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { EditRow } from '../EditRow.tsx';
import { WithSecurity } from './WithSecurity.tsx';

const PasswordForm = lazyDialog(async () => (await import('./PasswordForm.tsx')).PasswordForm);

/** If the account has a password, and the way to another one. */
export function Password() {
  return (
    <WithSecurity skeleton="my-1 h-11">
      {({ hasPassword }) => (
        <EditRow
          label="Your password"
          value={hasPassword ? 'Set' : ''}
          action={hasPassword ? 'Change Password' : 'Set a Password'}
        >
          {(close) => <PasswordForm hasPassword={hasPassword} onClose={close} />}
        </EditRow>
      )}
    </WithSecurity>
  );
}
