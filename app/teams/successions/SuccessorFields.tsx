import { Checkbox } from '#ui/Choice.tsx';
import { Input, Select } from '#ui/Field.tsx';
import { Segments } from '#ui/Segments.tsx';
import type { Typed } from './read-successor.ts';
import { useMembersToChoose } from './successions.queries.ts';

const WAYS = [
  { value: 'new', label: 'New person' },
  { value: 'member', label: 'Member' },
  { value: 'none', label: 'No one' },
] as const;

interface SuccessorFieldsProps {
  teamId: string;
  /** Who holds the card, and so is no choice; null if nobody does. */
  holderId: string | null;
  value: Typed;
  errors: Partial<Record<string, string>>;
  onChange: (value: Typed) => void;
}

/** To whom a card goes: somebody by name and address, a member, or no one for the time being. */
export function SuccessorFields({ teamId, holderId, value, errors, onChange }: SuccessorFieldsProps) {
  const set = (changes: Partial<Typed>) => onChange({ ...value, ...changes });
  return (
    <div className="space-y-5">
      <Segments label="Hand it to" options={WAYS} value={value.way} onChange={(way) => set({ way })} />
      {value.way === 'new' && (
        <>
          <Input
            label="Full name"
            autoComplete="off"
            value={value.fullName}
            error={errors.fullName}
            onChange={({ target }) => set({ fullName: target.value })}
          />
          <Input
            label="Email"
            type="email"
            autoComplete="off"
            hint="The card can only be claimed with this address."
            value={value.email}
            error={errors.email}
            onChange={({ target }) => set({ email: target.value })}
          />
        </>
      )}
      {value.way === 'member' && (
        <MemberSelect
          teamId={teamId}
          holderId={holderId}
          value={value.userId}
          error={errors.userId}
          onChange={(userId) => set({ userId })}
        />
      )}
      {value.way === 'none' ? (
        <p className="text-sm text-ink-2">
          The card’s page says no one has it right now. You can choose someone later.
        </p>
      ) : (
        <Checkbox
          label="Name them on the card’s page"
          hint="Until they claim it. Otherwise, the page names only the team."
          checked={value.isNamed}
          onChange={({ target }) => set({ isNamed: target.checked })}
        />
      )}
    </div>
  );
}

interface MemberSelectProps {
  teamId: string;
  holderId: string | null;
  value: string;
  error: string | undefined;
  onChange: (userId: string) => void;
}

function MemberSelect({ teamId, holderId, value, error, onChange }: MemberSelectProps) {
  const { rows = [], hasNext } = useMembersToChoose(teamId);
  const others = rows.filter(({ userId }) => userId !== holderId);
  return (
    <Select
      label="Member"
      value={value}
      error={error}
      hint={
        hasNext ? 'The first 100 are listed. Enter the email of anyone else under “New person.”' : undefined
      }
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Choose a member</option>
      {others.map(({ userId, fullName, email }) => (
        <option key={userId} value={userId}>
          {email ? `${fullName} (${email})` : fullName}
        </option>
      ))}
    </Select>
  );
}
