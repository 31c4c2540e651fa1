import { useState } from 'react';
import type { Alike } from '#shared/contact-book.ts';
import { formatRole } from '#shared/role.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Select } from '#ui/Field.tsx';
import { useAlike, useKeepApart, useMerge } from './tools.queries.ts';

const FIELDS = {
  fullName: 'Name',
  email: 'Main email address',
  phone: 'Main phone number',
  company: 'Company',
  jobTitle: 'Job title',
  website: 'Main website',
} as const;
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];
const BY = { mail: 'the same email address', phone: 'the same phone number', name: 'the same name' } as const;

/** Goes through contacts that may be one person: merged field by field, or kept apart for good. */
export function AlikeDialog({ onClose }: { onClose: () => void }) {
  const { data: groups = [] } = useAlike();
  const [group] = groups;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Possible duplicates"
      description={
        group
          ? `${group.contacts.length} contacts with ${BY[group.by]}.`
          : 'Nobody else is in your list twice.'
      }
    >
      {group ? (
        <Group key={group.contacts.map(({ id }) => id).join(' ')} group={group} />
      ) : (
        <div className="flex justify-end">
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Group({ group }: { group: Alike }) {
  const merge = useMerge();
  const apart = useKeepApart();
  const [fields, setFields] = useState<Partial<Record<Field, string>>>({});
  const { contacts } = group;
  const [keep, ...others] = contacts.map(({ id }) => id);
  const choices = NAMES.map((name) => ({
    name,
    options: contacts.flatMap(({ id, [name]: value }) => (value ? [{ id, value }] : [])),
  })).filter(({ options }) => new Set(options.map(({ value }) => value)).size > 1);
  return (
    <div className="space-y-5">
      <ul className="divide-y divide-line border-y border-line">
        {contacts.map((contact) => (
          <li key={contact.id} className="flex items-center gap-3 py-3">
            <Avatar name={contact.fullName} image={contact.profileImage} />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{contact.fullName}</p>
              <p className="text-sm text-ink-2 wrap-anywhere">
                {[formatRole(contact), contact.email, contact.phone].filter(Boolean).join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {choices.map(({ name, options }) => (
        <Select
          key={name}
          label={FIELDS[name]}
          value={fields[name] ?? options[0]?.id ?? ''}
          onChange={({ target }) => setFields({ ...fields, [name]: target.value })}
        >
          {options.map(({ id, value }) => (
            <option key={id} value={id}>
              {value}
            </option>
          ))}
        </Select>
      ))}
      <p className="text-sm text-ink-2">
        Every email address, number, tag and note is kept. You can undo this for 30 days.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="secondary"
          isPending={apart.isPending}
          onClick={() => apart.mutate(contacts.map(({ id }) => id))}
        >
          Different people
        </Button>
        <Button
          isPending={merge.isPending}
          pendingLabel="Merging..."
          onClick={() => keep && merge.mutate({ keep, others, fields })}
        >
          Merge
        </Button>
      </div>
    </div>
  );
}
