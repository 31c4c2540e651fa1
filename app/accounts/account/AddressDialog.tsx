import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { accountChanges } from '#shared/accounts/account.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useChangeAccount } from './account.queries.ts';
import { tellOfNewAddress } from './new-address.ts';

const checkAddress = zodResolver(accountChanges.pick({ email: true }).required());

/** Asks for the address of an account that has none. */
export function AddressDialog({ onClose }: { onClose: () => void }) {
  const save = useChangeAccount('Failed to save your address. Please try again.');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: checkAddress,
    defaultValues: { email: '' },
  });
  const submit = handleSubmit((body) =>
    save.mutate(body, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess(account) {
        tellOfNewAddress(account);
        onClose();
      },
    }),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add Email Address"
      description="We use it for sign-in help, account notices, and billing."
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        <Input
          label="Email Address"
          type="email"
          autoComplete="email"
          data-takes-focus
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <FormButtons onCancel={onClose} cancelLabel="Not Now" isPending={save.isPending}>
          Add Email Address
        </FormButtons>
      </form>
    </Dialog>
  );
}
