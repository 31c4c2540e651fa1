import type { Settings } from '#shared/accounts/account.ts';
import { Select } from '#ui/Field.tsx';
import { useChangeSettings } from './account.queries.ts';

const nameOf = (zone: string) => zone.replaceAll('_', ' ');

/** The time zone in which mails say days. */
export function TimeZone({ settings: { timeZone } }: { settings: Settings }) {
  const change = useChangeSettings();
  // A browser may not list the zone it is in, such as UTC.
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', timeZone ?? 'UTC'])].sort();
  return (
    <Select
      isRow
      label="Time Zone"
      value={timeZone ?? 'UTC'}
      isSaved={change.isSuccess}
      onChange={({ target }) => change.mutate({ timeZone: target.value })}
    >
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {nameOf(zone)}
        </option>
      ))}
    </Select>
  );
}
