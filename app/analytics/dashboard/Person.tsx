import { formatAgo } from '#app/frame/dates.ts';
import type { Contact } from '#shared/people/contacts.ts';
import { Avatar } from '#ui/Avatar.tsx';

/** A contact: who they are, where from, and how you met. */
export function Person({ contact }: { contact: Contact }) {
  const { fullName, profileImage, company, cardName, createdAt } = contact;
  return (
    <div className="@container flex items-center gap-4">
      <Avatar name={fullName} image={profileImage} size={48} />
      {/* In a wide row, how you met comes at the end. */}
      <div className="min-w-0 flex-1 @xl:flex @xl:items-center @xl:justify-between @xl:gap-6">
        <div className="min-w-0">
          <p className="truncate font-display text-lg">{fullName}</p>
          {company && <p className="truncate text-sm">{company}</p>}
        </div>
        <p className="truncate text-sm text-ink-2">
          {cardName ? `met via ${cardName}, ` : 'met '}
          {formatAgo(createdAt)}
        </p>
      </div>
    </div>
  );
}
