import { useState } from 'react';
import { savedLast } from '#app/frame/api/saved-last.ts';
import { formatTime } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import type { NoticeChoices as Settings } from '#shared/messages/notices.ts';
import { Switch } from '#ui/Choice.tsx';
import { Input, Select } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useChangeNotices, useNoticeSettings } from './notices.queries.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const NIGHT = { from: '22:00', until: '07:00' };

/** How often the owner is told, and when not. */
export function NoticeTimes({ timeZone }: { timeZone: string | null }) {
  const { data: settings, error, refetch } = useNoticeSettings();
  const change = useChangeNotices();
  if (!settings && error) return <LoadFailed error={error} retry={refetch} />;
  if (!settings) return <Skeleton className="my-3 h-28" />;
  return (
    <>
      <Select
        isRow
        label="Frequency"
        hint="More than ten an hour are grouped."
        value={settings.isDaily ? 'daily' : 'each'}
        isSaved={savedLast(change, 'isDaily')}
        onChange={({ target }) => change.mutate({ isDaily: target.value === 'daily' })}
      >
        <option value="each">Instantly</option>
        <option value="daily">Once a day</option>
      </Select>
      {settings.isDaily && (
        <Select
          isRow
          label="Send at"
          hint={`Your time zone: ${timeZone ?? 'UTC'}`}
          value={settings.dailyHour}
          isSaved={savedLast(change, 'dailyHour')}
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
        isSaved={savedLast(change, 'quietHours')}
        onChange={(quietHours) => change.mutate({ quietHours })}
      />
    </>
  );
}

interface QuietProps {
  settings: Settings;
  timeZone: string | null;
  isSaved: boolean;
  onChange: (quietHours: Settings['quietHours']) => void;
}

function Quiet({ settings: { quietHours }, timeZone, isSaved, onChange }: QuietProps) {
  return (
    <div>
      <Switch
        label="Quiet hours"
        hint="We’ll hold notifications and send them together afterward. Reminders still arrive on time."
        checked={quietHours !== null}
        isSaved={isSaved}
        onChange={({ target }) => onChange(target.checked ? NIGHT : null)}
      />
      {quietHours && <QuietTimes hours={quietHours} onChange={onChange} />}
      {quietHours && <p className="mt-2 mb-3 text-sm text-ink-2">Your time zone: {timeZone ?? 'UTC'}</p>}
    </div>
  );
}

const isSame = (one: typeof NIGHT, other: typeof NIGHT) =>
  one.from === other.from && one.until === other.until;

function QuietTimes({ hours, onChange }: { hours: typeof NIGHT; onChange: QuietProps['onChange'] }) {
  const [typed, setTyped] = useState(hours);
  const [known, setKnown] = useState(hours);
  const [sent, setSent] = useState(hours);
  if (!isSame(hours, known)) {
    setKnown(hours);
    // Hours that were sent from here come back while more may be being typed.
    if (!isSame(hours, sent)) {
      setSent(hours);
      setTyped(hours);
    }
  }
  const isWrong = typed.from === typed.until;
  const save = () => {
    if (!typed.from || !typed.until || isWrong || isSame(typed, hours)) return;
    setSent(typed);
    onChange(typed);
  };
  return (
    <div className="mt-1 grid grid-cols-2 gap-4">
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
