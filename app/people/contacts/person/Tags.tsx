import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { TAG_LENGTH_MAX } from '#shared/people/contact-limits.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { Surface } from '#ui/Page.tsx';
import { useChangeContact, useTags } from './person.queries.ts';

/** The tags of a contact; those that the owner has used before are suggested. */
export function Tags({ contact }: { contact: WholeContact }) {
  const { data: known } = useTags();
  const change = useChangeContact(contact.id);
  const [tag, setTag] = useState('');
  const list = useId();
  const remove = (gone: string) => change.mutate({ tags: contact.tags.filter((one) => one !== gone) });
  return (
    <Surface>
      <h2 className="font-display text-xl">Tags</h2>
      {contact.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-2">
          {contact.tags.map((one) => (
            <li
              key={one}
              className="flex items-center rounded-full border border-line pl-3 text-sm wrap-anywhere"
            >
              {one}
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove the tag ${one}`}
                onClick={() => remove(one)}
              >
                <X size={14} strokeWidth={1.5} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="mt-3 flex items-end gap-2 *:first:flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (tag.trim()) change.mutate({ tags: [...contact.tags, tag] }, { onSuccess: () => setTag('') });
        }}
      >
        <Input
          label="New tag"
          list={list}
          autoComplete="off"
          maxLength={TAG_LENGTH_MAX}
          value={tag}
          onChange={(event) => setTag(event.target.value)}
        />
        <datalist id={list}>
          {known?.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" variant="secondary" disabled={!tag.trim()} isPending={change.isPending}>
          Add Tag
        </Button>
      </form>
    </Surface>
  );
}
