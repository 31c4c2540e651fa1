import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { useLeaving } from '#app/frame/use-leaving.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useStartEvent } from './event.queries.ts';

/** This evening, as the field writes it: in the reader's time zone. */
function thisEvening(): string {
  const now = new Date();
  const evening = new Date(
    now.getFullYear(),
    now.getMonth(),
    now.getDate() + (now.getHours() >= 20 ? 1 : 0),
    20,
  );
  return new Date(evening.getTime() - evening.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Where the owner is: everybody who shares their details until then carries it. */
export function EventDialog({ onClose }: { onClose: () => void }) {
  const start = useStartEvent();
  const form = useForm({ defaultValues: { name: '', place: '', endsAt: thisEvening() } });
  const { errors, isDirty } = form.formState;
  const { leave, question } = useLeaving(() => isDirty, onClose, start.isPending);
  const save = form.handleSubmit(({ name, place, endsAt }) => {
    const end = new Date(endsAt);
    if (Number.isNaN(end.getTime())) return form.setError('endsAt', { message: 'Choose when it ends' });
    start.mutate(
      { name, place, endsAt: end.toISOString() },
      { onSuccess: onClose, onError: (error) => showFieldErrors(error, form.setError) },
    );
  });
  return (
    <Dialog
      isOpen
      onClose={leave}
      title="Name this event"
      description="Everyone who shares their details gets this event until it ends."
    >
      <form className="space-y-4" onSubmit={(event) => void save(event)} noValidate>
        <Input label="Event" autoComplete="off" error={errors.name?.message} {...form.register('name')} />
        <Input
          label="Place (optional)"
          autoComplete="off"
          error={errors.place?.message}
          {...form.register('place')}
        />
        <Input
          label="Until"
          type="datetime-local"
          error={errors.endsAt?.message}
          {...form.register('endsAt')}
        />
        <FormButtons onCancel={leave} isPending={start.isPending}>
          Start
        </FormButtons>
      </form>
      {question}
    </Dialog>
  );
}
