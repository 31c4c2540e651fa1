import { useState } from 'react';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { formatTime } from '#app/frame/dates.ts';
import type { NoticeKind, NoticeChoices as Settings } from '#shared/messages/notices.ts';
import { Switch } from '#ui/Choice.tsx';
import { Input, Select } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { Devices } from './Devices.tsx';
import { useChangeNotices, useNoticeSettings } from './notices.queries.ts';

const MAILS: Record<NoticeKind, string> = {
  contact: 'Email me about new contacts',
  lead: 'Email me about new leads',
  reminder: 'Email me reminders',
};
const MESSAGES: Record<NoticeKind, string> = {
  contact: 'Notify me about new contacts',
  lead: 'Notify me about new leads',
  reminder: 'Notify me about reminders',
};
const KINDS = Object.keys(MAILS) as NoticeKind[];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const NIGHT = { from: '22:00', until: '07:00' };

/** Of what the owner is told, by mail and on devices, and when not. */
export function NoticeSettings({ timeZone }: { timeZone: string | null }) {
  const { data: settings, error, refetch } = useNoticeSettings();
  const change = useChangeNotices();
  if (!settings && error) {
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  }
  if (!settings) return <Skeleton className="h-64" />;
  const switches = (way: 'mail' | 'push', labels: Record<NoticeKind, string>) =>
    KINDS.map((kind) => (
      <Switch
        key={kind}
        label={labels[kind]}
        checked={settings[way][kind]}
        onChange={({ target }) => change.mutate({ [way]: { [kind]: target.checked } })}
      />
    ));
  return (
    <>
      <div className="-my-2 divide-y divide-line">
        {switches('mail', MAILS)}
        {switches('push', MESSAGES)}
      </div>
      <Devices />
      <div className="mt-5 space-y-5 border-t border-line pt-5">
        <Select
          label="Frequency"
          hint="More than ten an hour are grouped."
          value={settings.isDaily ? 'daily' : 'each'}
          onChange={({ target }) => change.mutate({ isDaily: target.value === 'daily' })}
        >
          <option value="each">Instantly</option>
          <option value="daily">Once a day</option>
        </Select>
        {settings.isDaily && (
          <Select
            label="Send at"
            hint={`Your time zone: ${timeZone ?? 'UTC'}`}
            value={settings.dailyHour}
            onChange={({ target }) => change.mutate({ dailyHour: Number(target.value) })}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {formatTime(new Date(2000, 0, 1, hour).toISOString())}
              </option>
            ))}
          </Select>
        )}
        <Quiet
          settings={settings}
          timeZone={timeZone}
          onChange={(quietHours) => change.mutate({ quietHours })}
        />
      </div>
    </>
  );
}

interface QuietProps {
  settings: Settings;
  timeZone: string | null;
  onChange: (quietHours: Settings['quietHours']) => void;
}

function Quiet({ settings: { quietHours }, timeZone, onChange }: QuietProps) {
  return (
    <div>
      <Switch
        label="Quiet hours"
        hint="We’ll hold notifications and send them together afterward. Reminders still arrive on time."
        checked={quietHours !== null}
        onChange={({ target }) => onChange(target.checked ? NIGHT : null)}
      />
      {quietHours && (
        <QuietTimes key={`${quietHours.from} ${quietHours.until}`} hours={quietHours} onChange={onChange} />
      )}
      {quietHours && <p className="mt-2 text-sm text-ink-2">Your time zone: {timeZone ?? 'UTC'}</p>}
    </div>
  );
}

function QuietTimes({ hours, onChange }: { hours: typeof NIGHT; onChange: QuietProps['onChange'] }) {
  const [typed, setTyped] = useState(hours);
  const isWrong = typed.from === typed.until;
  const isChanged = typed.from !== hours.from || typed.until !== hours.until;
  const save = () => typed.from && typed.until && !isWrong && isChanged && onChange(typed);
  return (
    <div className="mt-3 grid grid-cols-2 gap-4">
      <Input
        label="From"
        type="time"
        value={typed.from}
        onChange={({ target }) => setTyped({ ...typed, from: target.value })}
        onBlur={save}
      />
      <Input
        label="Until"
        type="time"
        value={typed.until}
        error={isWrong ? 'Start and end can’t be the same.' : undefined}
        onChange={({ target }) => setTyped({ ...typed, until: target.value })}
        onBlur={save}
      />
    </div>
  );
}
