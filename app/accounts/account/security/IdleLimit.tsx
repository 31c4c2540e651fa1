import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import type { Settings } from '#shared/accounts/account.ts';
import { Select } from '#ui/Field.tsx';
import { useChangeSettings } from '../account.queries.ts';

const CHOICES = [
  [60, '1 hour'],
  [1_440, '1 day'],
  [10_080, '7 days'],
  [43_200, '30 days'],
] as const satisfies (readonly [Settings['idleMinutes'], string])[];

/** After what time without use a session ends. */
export function IdleLimit() {
  const settings = useAccount().data?.settings;
  const change = useChangeSettings();
  if (!settings) return null;
  return (
    <Select
      isRow
      isSaved={change.isSuccess}
      label="Sign out inactive devices after"
      hint="Choose a shorter time on shared devices."
      value={settings.idleMinutes}
      onChange={({ target }) => {
        const chosen = CHOICES.find(([minutes]) => String(minutes) === target.value);
        if (chosen) change.mutate({ idleMinutes: chosen[0] });
      }}
    >
      {CHOICES.map(([minutes, label]) => (
        <option key={minutes} value={minutes}>
          {label}
        </option>
      ))}
    </Select>
  );
}
