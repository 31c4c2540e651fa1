import { type FormEvent, useState } from 'react';
import { CallError } from '#app/frame/api/call.ts';
import { useInvalidFocus } from '#app/frame/use-invalid-focus.ts';
import type { ClaimBody } from '#shared/teams/claims.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';

type Details = NonNullable<ClaimBody['details']>;

interface ClaimDetailsProps {
  fullName: string;
  email: string;
  isPending: boolean;
  error: Error | null;
  onClaim: (details: Details) => void;
}

const FIELDS = [
  { name: 'fullName', label: 'Full name', autoComplete: 'name', type: 'text' },
  { name: 'jobTitle', label: 'Job title (optional)', autoComplete: 'organization-title', type: 'text' },
  { name: 'primaryEmail', label: 'Email (optional)', autoComplete: 'email', type: 'email' },
  { name: 'primaryPhone', label: 'Phone (optional)', autoComplete: 'tel', type: 'tel' },
] as const;

/** A card that was somebody else's says who has it now before it is public again. */
export function ClaimDetails({ fullName, email, isPending, error, onClaim }: ClaimDetailsProps) {
  const [typed, setTyped] = useState({ fullName, jobTitle: '', primaryEmail: email, primaryPhone: '' });
  const area = useInvalidFocus(error);
  const faults = error instanceof CallError ? error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { fullName: name, jobTitle, primaryEmail, primaryPhone } = typed;
    onClaim({
      fullName: name,
      jobTitle: jobTitle || null,
      primaryEmail: primaryEmail || null,
      primaryPhone: primaryPhone || null,
    });
  };
  return (
    <form ref={area} noValidate onSubmit={submit} className="space-y-5">
      {FIELDS.map(({ name, ...field }) => (
        <Input
          key={name}
          {...field}
          value={typed[name]}
          error={faults[`details.${name}`]}
          onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
        />
      ))}
      <Button type="submit" className="w-full" isPending={isPending} pendingLabel="Claiming...">
        Claim This Card
      </Button>
    </form>
  );
}
