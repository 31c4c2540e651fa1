import { useForm } from 'react-hook-form';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { NewPasswordStrength } from '#app/accounts/auth/NewPasswordStrength.tsx';
import { COMMON, useCommonPassword } from '#app/accounts/auth/use-common-password.ts';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { USE_ANYWAY } from '#shared/accounts/password-words.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { toast } from '#ui/Toast.tsx';
import { useChangeAccount } from '../account.queries.ts';
import { checkNewPassword, checkPassword, prepareChecks } from '../late-checks.ts';
import { useRefreshSecurity, useSecurity } from './security.queries.ts';

/** Changes the password, or sets the first one of an account that has none. */
export function PasswordForm() {
  const { data, error, refetch } = useSecurity();
  if (error && !data)
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-56" />;
  return <NewPasswordForm key={String(data.hasPassword)} hasPassword={data.hasPassword} />;
}

const EMPTY = { currentPassword: '', password: '' };

function NewPasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const user = useUser();
  const refreshSecurity = useRefreshSecurity();
  const save = useChangeAccount('Failed to change your password. Please try again.');
  const { register, handleSubmit, setError, reset, watch, formState } = useForm({
    resolver: hasPassword ? checkPassword : checkNewPassword,
    defaultValues: EMPTY,
  });
  const { errors } = formState;
  const done = {
    title: hasPassword ? 'Password changed' : 'Password set',
    description: 'You’ve been signed out on all other devices.',
  };
  const about = user ? [user.username, user.email, user.fullName] : [];
  const checkCommon = useCommonPassword();
  const isCommon = errors.password?.type === COMMON;
  const submit = handleSubmit(async ({ currentPassword, password }) => {
    const common = await checkCommon(password, about);
    if (common) return setError('password', common, { shouldFocus: true });
    save.mutate(hasPassword ? { currentPassword, password } : { password }, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess() {
        reset(EMPTY);
        toast(done);
        void refreshSecurity();
      },
    });
  });
  return (
    <form noValidate onFocus={prepareChecks} onSubmit={submit} className="space-y-5">
      {hasPassword ? (
        <Input
          label="Current Password"
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      ) : (
        <p>Add a password as a backup way to sign in.</p>
      )}
      <Input
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={errors.password?.message}
        {...register('password')}
      />
      {!isCommon && <NewPasswordStrength password={watch('password')} about={about} />}
      <Button type="submit" isPending={save.isPending} pendingLabel="Saving...">
        {isCommon ? USE_ANYWAY : hasPassword ? 'Change Password' : 'Set a Password'}
      </Button>
    </form>
  );
}
