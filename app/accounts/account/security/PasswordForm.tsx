import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { NewPasswordStrength } from '#app/accounts/auth/NewPasswordStrength.tsx';
import { COMMON, useCommonPassword } from '#app/accounts/auth/use-common-password.ts';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { USE_ANYWAY } from '#shared/accounts/password-words.ts';
import { FieldRow, Input } from '#ui/Field.tsx';
import { toast } from '#ui/Toast.tsx';
import { useChangeAccount } from '../account.queries.ts';
import { EditForm } from '../EditForm.tsx';
import { checkNewPassword, checkPassword, prepareChecks } from '../late-checks.ts';
import { useRefreshSecurity } from './security.queries.ts';

interface PasswordFormProps {
  hasPassword: boolean;
  onClose: () => void;
}

/** The fields, and what saves them. */
function usePasswordForm({ hasPassword, onClose }: PasswordFormProps) {
  const user = useUser();
  const refreshSecurity = useRefreshSecurity();
  const save = useChangeAccount('Failed to change your password. Please try again.');
  const form = useForm({
    resolver: hasPassword ? checkPassword : checkNewPassword,
    defaultValues: { currentPassword: '', password: '' },
  });
  const { handleSubmit, setError } = form;
  const about = user ? [user.username, user.email, user.fullName] : [];
  const checkCommon = useCommonPassword();
  const submit = handleSubmit(async ({ currentPassword, password }) => {
    const common = await checkCommon(password, about);
    if (common) return setError('password', common, { shouldFocus: true });
    save.mutate(hasPassword ? { currentPassword, password } : { password }, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess() {
        toast({
          title: hasPassword ? 'Password changed' : 'Password set',
          description:
            hasPassword && user?.pendingEmail
              ? 'You’ve been signed out on all other devices, and the change of your email address was cancelled.'
              : 'You’ve been signed out on all other devices.',
        });
        onClose();
        void refreshSecurity();
      },
    });
  });
  return { form, about, submit, isPending: save.isPending };
}

/** Changes the password, or sets the first one of an account that has none. */
export function PasswordForm(props: PasswordFormProps) {
  const { hasPassword, onClose } = props;
  const { form, about, submit, isPending } = usePasswordForm(props);
  const { register, setFocus, watch } = form;
  const { errors } = form.formState;
  const isCommon = errors.password?.type === COMMON;
  useEffect(() => {
    prepareChecks();
    setFocus(hasPassword ? 'currentPassword' : 'password');
  }, [setFocus, hasPassword]);
  return (
    <EditForm
      label={isCommon ? USE_ANYWAY : hasPassword ? 'Change Password' : 'Set a Password'}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {hasPassword ? (
        <Input
          isRow
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
        isRow
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={errors.password?.message}
        {...register('password')}
      />
      {!isCommon && (
        <FieldRow>
          <NewPasswordStrength password={watch('password')} about={about} />
        </FieldRow>
      )}
    </EditForm>
  );
}
