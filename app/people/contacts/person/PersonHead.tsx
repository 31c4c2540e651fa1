import { Camera, Trash2 } from 'lucide-react';
import { cloneElement, useRef } from 'react';
import { useIsReadOnly } from '#app/accounts/auth/TeamChips.tsx';
import { formatShortDay } from '#app/frame/dates.ts';
import { formatRole } from '#shared/cards/role.ts';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { useChangePhoto } from './person.queries.ts';

/** "Met via Work at Web Summit, Lisbon · May 5" */
function metAs({ cardName, metEvent, metPlace, metAt, createdAt }: WholeContact): string {
  const where = [metEvent, metPlace].filter(Boolean).join(', ');
  const how = [
    ...(cardName ? [`via ${cardName}`] : []),
    ...(where ? [`${metEvent ? 'at' : 'in'} ${where}`] : []),
  ];
  const day = formatShortDay(metAt ?? createdAt);
  return how.length > 0 ? `Met ${how.join(' ')} · ${day}` : `Met on ${day}`;
}

/** Who they are, and where they were met; the photo stands beside the name on a phone, and above it elsewhere. */
export function PersonHead({ contact }: { contact: WholeContact }) {
  const role = formatRole(contact);
  return (
    <header>
      <div className="flex flex-wrap items-center gap-4 lg:block">
        <Photo contact={contact} />
        <div className="min-w-0 flex-1 basis-40 lg:mt-6">
          <h1 className="font-display text-2xl wrap-anywhere">{contact.fullName}</h1>
          {role && <p className="mt-1 text-ink-2 wrap-anywhere">{role}</p>}
          {contact.nickname && <Badge>{contact.nickname}</Badge>}
        </div>
      </div>
      <p className="mt-3 text-sm text-ink-2 wrap-anywhere">{metAs(contact)}</p>
    </header>
  );
}

function Photo({ contact }: { contact: WholeContact }) {
  const change = useChangePhoto(contact);
  const isReadOnly = useIsReadOnly(contact);
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  const trigger = (label: string) => (
    <Button
      variant="secondary"
      size="small"
      className="absolute -right-2 -bottom-1 rounded-full px-2.5!"
      aria-label={label}
      isPending={change.isPending}
      pendingLabel=""
    >
      <Camera size={16} />
    </Button>
  );
  return (
    <div className="relative size-[72px] shrink-0 lg:size-[96px]">
      <div className="origin-top-left max-lg:scale-75">
        <Avatar name={contact.fullName} image={contact.profileImage} size={96} />
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Photo of the contact"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) change.mutate(file);
          target.value = '';
        }}
      />
      {isReadOnly ? null : contact.profileImage ? (
        <Menu
          trigger={trigger('Change the photo')}
          items={[
            { label: 'Replace the photo', icon: <Camera size={16} />, onSelect: choose },
            { label: 'Remove the photo', icon: <Trash2 size={16} />, onSelect: () => change.mutate(null) },
          ]}
        />
      ) : (
        cloneElement(trigger('Add a photo'), { onClick: choose })
      )}
    </div>
  );
}
