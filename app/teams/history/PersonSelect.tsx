import { useMembersToChoose } from '#app/teams/successions/successions.queries.ts';
import { Select } from '#ui/Field.tsx';

interface PersonSelectProps {
  teamId: string;
  /** Empty: everyone. */
  value: string;
  onChange: (value: string) => void;
}

/** Whose acts are shown. */
export function PersonSelect({ teamId, value, onChange }: PersonSelectProps) {
  const { rows: members = [], hasNext } = useMembersToChoose(teamId);
  return (
    <Select
      label="Person"
      hint={hasNext ? 'The first 100 are listed.' : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Everyone</option>
      {members.map(({ userId, fullName }) => (
        <option key={userId} value={userId}>
          {fullName}
        </option>
      ))}
      {value && !members.some(({ userId }) => userId === value) && (
        <option value={value}>Someone else</option>
      )}
    </Select>
  );
}
