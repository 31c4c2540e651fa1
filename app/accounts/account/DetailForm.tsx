import { type ComponentProps, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { Input } from '#ui/Field.tsx';
import { useChangeAccount } from './account.queries.ts';
import { EditForm } from './EditForm.tsx';
import { checkDetails, prepareChecks } from './late-checks.ts';
import { tellOfNewAddress } from './new-address.ts';

interface DetailFormProps extends Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'autoCapitalize'> {
  name: 'fullName' | 'username' | 'email' | 'phoneNumber';
  label: string;
  value: string;
  hint?: string | undefined;
  onClose: (isSaved?: boolean) => void;
}

/** Changes one detail of the account. */
export function DetailForm({ name, value, onClose, ...field }: DetailFormProps) {
  const save = useChangeAccount('Failed to save your details. Please try again.');
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: checkDetails,
    defaultValues: { [name]: value },
  });
  useEffect(() => {
    prepareChecks();
    setFocus(name, { shouldSelect: true });
  }, [setFocus, name]);
  const submit = handleSubmit((details) =>
    save.mutate(details, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess(account) {
        const isWaiting = name === 'email' && account.user.pendingEmail !== null;
        if (isWaiting) tellOfNewAddress(account);
        onClose(!isWaiting);
      },
    }),
  );
  return (
    <EditForm isPending={save.isPending} onSubmit={submit} onClose={() => onClose()}>
      <Input isRow {...field} error={formState.errors[name]?.message} {...register(name)} />
    </EditForm>
  );
}
