import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/api/form-errors.ts';
import type { Settings } from '#shared/account.ts';
import { Button } from '#ui/Button.tsx';
import { Switch } from '#ui/Choice.tsx';
import { Textarea } from '#ui/Field.tsx';
import { toast } from '#ui/Toast.tsx';
import { useChangeAccount, useChangeSettings } from './account.queries.ts';
import { checkMessage, prepareChecks } from './late-checks.ts';

/** Whether a new contact gets a text message, and which. `isAvailable`: whether this server can send one. */
export function AutomaticSms({ settings, isAvailable }: { settings: Settings; isAvailable: boolean }) {
  const change = useChangeSettings();
  return (
    <>
      {!isAvailable && (
        <p className="mb-3 rounded-control border border-gold/60 p-3 text-sm">
          This server can’t send text messages yet, so your contacts don’t get any. Your choice and your
          message are kept for when it can.
        </p>
      )}
      <Switch
        label="Send an SMS to new contacts"
        hint={
          isAvailable ? 'Sent once per contact, from you.' : 'Takes effect once this server can send texts.'
        }
        checked={settings.autoSmsEnabled}
        onChange={(event) => change.mutate({ autoSmsEnabled: event.target.checked })}
      />
      <MessageForm message={settings.autoSmsMessage} isAvailable={isAvailable} />
    </>
  );
}

function MessageForm({ message, isAvailable }: { message: string; isAvailable: boolean }) {
  const save = useChangeAccount('Failed to save the message. Please try again.');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: checkMessage,
    values: { autoSmsMessage: message },
  });
  const submit = handleSubmit((changes) =>
    save.mutate(changes, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess: () =>
        toast({
          title: 'Message saved',
          description: isAvailable
            ? 'New contacts get this text from now on.'
            : 'It is kept until this server can send texts.',
        }),
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
