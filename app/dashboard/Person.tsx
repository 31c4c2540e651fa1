import { formatAgo } from '#app/dates.ts';
import type { Contact } from '#shared/contacts.ts';
import { Avatar } from '#ui/Avatar.tsx';

/** A contact as a person: who, from where, and how one met. */
export function Person({ contact }: { contact: Contact }) {
  const { fullName, profileImage, company, cardName, createdAt } = contact;
  return (
    <div className="flex items-center gap-4">
      <Avatar name={fullName} image={profileImage} size={48} />
      <div className="min-w-0">
        <p className="truncate font-display text-lg">{fullName}</p>
        {company && <p className="truncate text-sm">{company}</p>}
        <p className="truncate text-sm text-ink-2">
          {cardName ? `met via ${cardName}, ` : 'met '}
          {formatAgo(createdAt)}
        </p>
      </div>
    </div>
  );
}
