import { useState } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { formatRole } from '#shared/cards/role.ts';
import type { Alike } from '#shared/people/contact-book.ts';
import { CONTACT_RECORD, MERGED_NAMES } from '#shared/people/contact-record.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Select } from '#ui/Field.tsx';
import { ButtonRow, DoneButton } from '#ui/FormButtons.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { UNDO_THERE } from './change-words.ts';
import { useAlike, useKeepApart, useMergeContacts } from './tools.queries.ts';

type Field = (typeof MERGED_NAMES)[number];
/** A contact has several of these, of which a merge keeps all. */
const MAIN: Partial<Record<Field, string>> = {
  email: 'Main email address',
  phone: 'Main phone number',
  website: 'Main website',
};
const BY = { mail: 'the same email address', phone: 'the same phone number', name: 'the same name' } as const;
const ONLY_NAME = 'the same name, but different email addresses and phone numbers';

const sayAlike = ({ contacts, differs, by }: Alike) =>
  `${contacts.length} contacts with ${differs ? ONLY_NAME : BY[by]}.`;

/** Goes through contacts that may be one person: those ticked are merged field by field, or all kept apart for good. */
export function AlikeDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useAlike();
  const group = data?.[0];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Possible duplicates"
      {...(data && { description: group ? sayAlike(group) : 'No more duplicates.' })}
    >
      {group ? (
        <Group key={group.contacts.map(({ id }) => id).join(' ')} group={group} />
      ) : (
        <>
          {error && !data && <LoadFailed error={error} retry={refetch} />}
          {!error && !data && <Skeleton className="h-64" />}
          <DoneButton onClick={onClose} />
        </>
      )}
    </Dialog>
  );
}

function Group({ group }: { group: Alike }) {
  const merge = useMergeContacts();
  const apart = useKeepApart();
  const { contacts } = group;
  const [ticked, setTicked] = useState(() => (group.differs ? [] : contacts.map(({ id }) => id)));
  const [fields, setFields] = useState<Partial<Record<Field, string>>>({});
  const same = contacts.filter(({ id }) => ticked.includes(id));
  const [keep, ...others] = same.map(({ id }) => id);
  const toggle = (id: string) =>
    setTicked(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id]);
  const mergeTicked = () => {
    const chosen = Object.entries(fields).filter(([, id]) => ticked.includes(id));
    if (keep) merge.mutate({ keep, others, fields: Object.fromEntries(chosen) });
  };
  return (
    <div className="space-y-5">
      <fieldset>
        <legend className="text-sm text-ink-2">Check the ones who are the same person.</legend>
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {contacts.map((contact) => (
            <Person
              key={contact.id}
              contact={contact}
              isTicked={ticked.includes(contact.id)}
              onToggle={() => toggle(contact.id)}
            />
          ))}
        </ul>
      </fieldset>
      <FieldChoices
        contacts={same}
        fields={fields}
        onChoose={(name, id) => setFields({ ...fields, [name]: id })}
      />
      <p className="text-sm text-ink-2">Every email address, number, tag, and note is saved. {UNDO_THERE}</p>
      <ButtonRow>
        <Button
          variant="secondary"
          isPending={apart.isPending}
          disabled={merge.isPending}
          onClick={() => apart.mutate(contacts.map(({ id }) => id))}
        >
          {contacts.length === 2 ? 'Not duplicates' : 'None are duplicates'}
        </Button>
        <Button
          isPending={merge.isPending}
          pendingLabel="Merging..."
          disabled={others.length === 0 || apart.isPending}
          onClick={mergeTicked}
        >
          {same.length === contacts.length || others.length === 0
            ? 'Merge'
            : `Merge ${same.length} of ${contacts.length}`}
        </Button>
      </ButtonRow>
    </div>
  );
}

type Member = Alike['contacts'][number];

function Person({
  contact,
  isTicked,
  onToggle,
}: {
  contact: Member;
  isTicked: boolean;
  onToggle: () => void;
}) {
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-3">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={onToggle}
          className="size-5 shrink-0 accent-ink"
        />
        <Avatar name={contact.fullName} image={contact.profileImage} />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{contact.fullName}</span>
          <span className="block text-sm text-ink-2 wrap-anywhere">
            {[formatRole(contact), contact.email, contact.phone].filter(Boolean).join(' · ')}
          </span>
        </span>
      </label>
    </li>
  );
}

interface ChoicesProps {
  /** Those who are merged. */
  contacts: Member[];
  fields: Partial<Record<Field, string>>;
  onChoose: (name: Field, id: string) => void;
}

/** Of each field in which they differ, whose value stays. */
function FieldChoices({ contacts, fields, onChoose }: ChoicesProps) {
  const choices = MERGED_NAMES.map((name) => ({
    name,
    options: contacts.flatMap(({ id, [name]: value }) => (value ? [{ id, value }] : [])),
  })).filter(({ options }) => new Set(options.map(({ value }) => value)).size > 1);
  return choices.map(({ name, options }) => (
    <Select
      key={name}
      label={MAIN[name] ?? CONTACT_RECORD[name].label}
      value={options.find(({ id }) => id === fields[name])?.id ?? options[0]?.id ?? ''}
      onChange={({ target }) => onChoose(name, target.value)}
    >
      {options.map(({ id, value }) => (
        <option key={id} value={id}>
          {value}
        </option>
      ))}
    </Select>
  ));
}
