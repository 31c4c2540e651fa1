import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { Settings } from '#shared/accounts/account.ts';
import { countryName } from '#shared/formats/country-name.ts';
import type { Texting } from '#shared/messages/sms.ts';
import { Button } from '#ui/Button.tsx';
import { Switch } from '#ui/Choice.tsx';
import { Textarea } from '#ui/Field.tsx';
import { toast } from '#ui/Toast.tsx';
import { useChangeAccount, useChangeSettings } from './account.queries.ts';
import { checkMessage, prepareChecks } from './late-checks.ts';
import { useTexting } from './sms.queries.ts';

const TextsDialog = lazyDialog(async () => (await import('./TextsDialog.tsx')).TextsDialog);

/** True if a new contact gets a text message, which, and what became of each. `isAvailable`: whether this server can send one. */
export function AutomaticSms({ settings, isAvailable }: { settings: Settings; isAvailable: boolean }) {
  const change = useChangeSettings();
  const { data: texting } = useTexting(settings.phoneNumber);
  const [isOpen, setIsOpen] = useState(false);
  const needsNumber = isAvailable && texting?.countries.length === 0;
  return (
    <>
      {!isAvailable && <Note>Texting isn’t set up yet. We’ll keep your settings for when it is.</Note>}
      {needsNumber && (
        <Note>
          Add your phone number with its country code, like +1 415 555 2671, under Account information to
          start. We only text numbers in that country.
        </Note>
      )}
      <Switch
        label="Send an SMS to new contacts"
        hint={isAvailable ? sayHint(texting) : 'Not available yet.'}
        checked={settings.autoSmsEnabled}
        onChange={(event) => change.mutate({ autoSmsEnabled: event.target.checked })}
      />
      <MessageForm message={settings.autoSmsMessage} isAvailable={isAvailable} />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-5">
        <div>
          <p className="font-medium">{isAvailable ? 'Your texts' : 'Outbox'}</p>
          <p className="text-sm text-ink-2">
            {isAvailable ? sayMonth(texting) : 'Texts that weren’t sent, and why.'}
          </p>
        </div>
        <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
          {isAvailable ? 'Show Texts' : 'Show Outbox'}
        </Button>
        {isOpen && <TextsDialog onClose={() => setIsOpen(false)} />}
      </div>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="mb-3 rounded-control border border-gold/60 p-3 text-sm">{children}</p>
);

function sayHint(texting: Texting | undefined): string {
  const once = 'Each contact who opts in gets one text from you. Never at night, never with links.';
  if (!texting?.countries.length) return once;
  return `${once} Available in: ${texting.countries.map((code) => countryName(code) ?? code).join(', ')}.`;
}

const sayMonth = (texting: Texting | undefined): string =>
  texting
    ? `${texting.sentThisMonth} of ${texting.monthMax} sent this month. Anyone who replies STOP gets no more.`
    : 'Anyone who replies STOP gets no more.';

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
            ? 'New contacts who opt in will get this text.'
            : 'We’ll use it once texting is available.',
        }),
    }),
  );
  return (
    <form noValidate onFocus={prepareChecks} onSubmit={submit} className="mt-4 space-y-4">
      <Textarea
        label="Message"
        rows={3}
        hint="We add your name before it and how to opt out after. No links."
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
