import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { accountDeletion } from '#shared/accounts/account.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useDeleteAccount } from './account.queries.ts';
import { CopyFirst } from './DataExport.tsx';

/** Offers a copy of everything, and asks for the username before it deletes; saving asks who it is. */
export function DeletionDialog({ username, onClose }: { username: string | undefined; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Delete Account"
      description="This permanently deletes your cards, contacts, analytics, and media. Any subscription ends right away, without a refund or further charges."
    >
      <CopyFirst />
      <DeletionForm username={username} onCancel={onClose} />
    </Dialog>
  );
}

function DeletionForm({ username, onCancel }: { username: string | undefined; onCancel: () => void }) {
  const remove = useDeleteAccount();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(accountDeletion),
    defaultValues: { username: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit((body) =>
    remove.mutate(body, { onError: (error) => showFieldErrors(error, setError) }),
  );
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-5">
      <Input
        label="Username"
        hint={`Type ${username ?? 'your username'} to confirm.`}
        autoComplete="off"
        autoCapitalize="none"
        error={errors.username?.message}
        data-takes-focus
        {...register('username')}
      />
      <FormButtons
        onCancel={onCancel}
        variant="danger"
        isPending={remove.isPending}
        pendingLabel="Deleting..."
      >
        Delete Account
      </FormButtons>
    </form>
  );
}
