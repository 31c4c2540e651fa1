import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import type { ContactFilter } from '#shared/people/contact-filters.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useKeepFilter } from './filters.queries.ts';

interface KeepFilterProps {
  list: { search: string; filter: ContactFilter; tag: string };
  onClose: () => void;
}

/** Gives the list, as it is narrowed, a name. */
export function KeepFilterDialog({ list: { search, filter, tag }, onClose }: KeepFilterProps) {
  const keep = useKeepFilter();
  const form = useForm({ defaultValues: { name: tag || search.trim() } });
  const q = search.trim();
  const save = form.handleSubmit(({ name }) =>
    keep.mutate(
      { name, query: { filter, ...(q && { q }), ...(tag && { tag }) } },
      { onSuccess: onClose, onError: (error) => showFieldErrors(error, form.setError) },
    ),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Save this view"
      description="Keeps the search, filter, and tag. Using an existing name replaces it."
    >
      <form className="space-y-4" onSubmit={(event) => void save(event)} noValidate>
        <Input
          label="Name"
          autoComplete="off"
          maxLength={60}
          error={form.formState.errors.name?.message}
          {...form.register('name')}
        />
        <FormButtons onCancel={onClose} isPending={keep.isPending}>
          Save
        </FormButtons>
      </form>
    </Dialog>
  );
}
