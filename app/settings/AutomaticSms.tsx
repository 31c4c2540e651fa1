import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/api/form-errors.ts';
import type { Settings } from '#shared/account.ts';
import { Button } from '#ui/Button.tsx';
import { Switch } from '#ui/Choice.tsx';
import { Textarea } from '#ui/Field.tsx';
import { toast } from '#ui/Toast.tsx';
import { checkMessage, prepareChecks } from './late-checks.ts';
import { useChangeAccount, useChangeSettings } from './settings.queries.ts';

/** Whether a new contact gets a text message, and which. */
export function AutomaticSms({ settings }: { settings: Settings }) {
  const change = useChangeSettings();
  return (
    <>
      <Switch
        label="Send an SMS to new contacts"
        hint="Sent once to each, in your name."
        checked={settings.autoSmsEnabled}
        onChange={(event) => change.mutate({ autoSmsEnabled: event.target.checked })}
      />
      <MessageForm message={settings.autoSmsMessage} />
    </>
  );
}

function MessageForm({ message }: { message: string }) {
  const save = useChangeAccount('Failed to save the message. Please try again.');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: checkMessage,
    values: { autoSmsMessage: message },
  });
  const submit = handleSubmit((changes) =>
    save.mutate(changes, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess: () =>
        toast({ title: 'Message saved', description: 'New contacts get this text from now on.' }),
    }),
  );
  return (
    <form noValidate onFocus={prepareChecks} onSubmit={submit} className="mt-4 space-y-4">
      <Textarea
        label="Message"
        rows={3}
        error={formState.errors.autoSmsMessage?.message}
        {...register('autoSmsMessage')}
      />
      <Button
        type="submit"
        variant="secondary"
        disabled={!formState.isDirty}
        isPending={save.isPending}
        pendingLabel="Saving..."
      >
        Save Message
      </Button>
    </form>
  );
}
