import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/api/form-errors.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { toast } from '#ui/Toast.tsx';
import { useChangeAccount } from './account.queries.ts';
import { checkPassword, prepareChecks } from './late-checks.ts';

const EMPTY = { currentPassword: '', password: '' };

export function PasswordForm() {
  const save = useChangeAccount('Failed to change your password. Please try again.');
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: checkPassword,
    defaultValues: EMPTY,
  });
  const { errors } = formState;
  const submit = handleSubmit((passwords) =>
    save.mutate(passwords, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess() {
        reset(EMPTY);
        toast({ title: 'Password changed', description: 'You are signed out everywhere but here.' });
      },
    }),
  );
  return (
    <form noValidate onFocus={prepareChecks} onSubmit={submit} className="space-y-5">
      <Input
        label="Current Password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <Input
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" isPending={save.isPending} pendingLabel="Saving...">
        Change Password
      </Button>
    </form>
  );
}
