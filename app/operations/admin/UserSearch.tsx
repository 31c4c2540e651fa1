import type { UsersQuery } from '#shared/operations/admin.ts';
import { Input, Select } from '#ui/Field.tsx';

const STATUS_CHOICES = [
  ['', 'All users'],
  ['trial', 'Trial'],
  ['active', 'Active'],
  ['expired', 'Expired'],
  ['cancelled', 'Cancelled'],
  ['admin', 'Administrators'],
  ['suspended', 'Suspended'],
] as const satisfies (readonly [UsersQuery['status'] | '', string])[];

interface UserSearchProps {
  search: string;
  onSearch: (search: string) => void;
  /** Empty for every status. */
  status: string;
  onStatus: (status: string) => void;
}

/** Chooses which users the table shows. */
export function UserSearch({ search, onSearch, status, onStatus }: UserSearchProps) {
  return (
    <div className="flex w-full flex-wrap gap-3 *:first:flex-1 *:first:basis-40 sm:w-auto">
      <Input
        label="Search users"
        isLabelHidden
        type="search"
        placeholder="Search users..."
        autoComplete="off"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <Select label="Show" isLabelHidden value={status} onChange={(event) => onStatus(event.target.value)}>
        {STATUS_CHOICES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
