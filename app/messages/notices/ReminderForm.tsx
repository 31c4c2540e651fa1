import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { formatMoment } from '#app/frame/dates.ts';
import { useInvalidFocus } from '#app/frame/use-invalid-focus.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { REMINDER_NOTE_MAX, type Reminder } from '#shared/messages/notices.ts';
import { Button } from '#ui/Button.tsx';
import { Input, Select } from '#ui/Field.tsx';
import { toast } from '#ui/Toast.tsx';
import { useSetReminder } from './notices.queries.ts';
import { ReminderWays } from './ReminderWays.tsx';

/** Days from today, in the order of the list. */
const PRESETS = [
  ['1', 'Tomorrow at 9:00 AM'],
  ['3', 'In 3 days at 9:00 AM'],
  ['7', 'In a week at 9:00 AM'],
] as const;
const MORNING = '09:00';

/** The day in a zone as 2026-11-25, so many days from today; without a zone, in the browser's. */
function dayIn(days: number, timeZone: string | undefined): string {
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date());
  return new Date(Date.parse(`${today}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The day and the time that clocks of a zone show at a moment. */
function shownIn(at: string, timeZone: string | undefined): { day: string; time: string } {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [day = '', time = ''] = shown.format(new Date(at)).split(' ');
  return { day, time };
}

interface Props {
  /** The contact or lead. */
  person: { id: string; fullName: string };
  /** The reminder to change. */
  reminder?: Reminder;
  onDone: () => void;
  onCancel?: () => void;
}

/** When to be reminded of somebody, and of what. */
export function ReminderForm({ person, reminder, onDone, onCancel = onDone }: Props) {
  const { data: account } = useAccount();
  const zone = account?.settings.timeZone ?? undefined;
  const [choice, setChoice] = useState<string>(reminder ? 'other' : '3');
  const first = reminder ? shownIn(reminder.at, zone) : { day: dayIn(3, zone), time: MORNING };
  const form = useForm({ defaultValues: { ...first, note: reminder?.note ?? '', at: '' } });
  const set = useSetReminder();
  const area = useInvalidFocus(set.error);
  const send = form.handleSubmit(({ day, time, note }) => {
    const shown = choice === 'other' ? `${day}T${time}` : `${dayIn(Number(choice), zone)}T${MORNING}`;
    // A server that knows no zone of the account would take it for UTC.
    const at = zone || Number.isNaN(Date.parse(shown)) ? shown : new Date(shown).toISOString();
    set.mutate(
      { personId: person.id, id: reminder?.id, at, note },
      {
        onError: (error) => showFieldErrors(error, form.setError),
        onSuccess(saved) {
          toast({ title: 'Reminder set', description: `${person.fullName}, ${formatMoment(saved.at)}` });
          onDone();
        },
      },
    );
  });
  const submit = (event: FormEvent) => {
    // No field is called as the refused one, and a form with errors is not sent.
    form.clearErrors('at');
    void send(event);
  };
  const { errors } = form.formState;
  return (
    <form ref={area} className="space-y-5" noValidate onSubmit={submit}>
      <Select
        label="When"
        value={choice}
        error={choice === 'other' ? undefined : errors.at?.message}
        onChange={({ target }) => setChoice(target.value)}
      >
        {PRESETS.map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
        <option value="other">Another day and time</option>
      </Select>
      {choice === 'other' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label="Day"
            type="date"
            error={errors.day?.message ?? errors.at?.message}
            {...form.register('day', { required: 'Choose a day' })}
          />
          <Input
            label="Time"
            type="time"
            error={errors.time?.message}
            {...form.register('time', { required: 'Choose a time' })}
          />
        </div>
      )}
      <Input
        label="Reminder note"
        hint="What did you promise? Only you can see this."
        maxLength={REMINDER_NOTE_MAX}
        error={errors.note?.message}
        {...form.register('note')}
      />
      <ReminderWays />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{zone ? `Time zone: ${zone.replaceAll('_', ' ')}` : ''}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" isPending={set.isPending} pendingLabel="Setting...">
            Set Reminder
          </Button>
        </div>
      </div>
    </form>
  );
}
