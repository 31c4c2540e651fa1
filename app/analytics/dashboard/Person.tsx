import { formatAgo, formatTime } from '#app/frame/dates.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { formatRole } from '#shared/cards/role.ts';
import type { Contact } from '#shared/people/contacts.ts';
import { Avatar } from '#ui/Avatar.tsx';

/** A row of a list of contacts: who they are and when they came; it opens their screen. */
export function Person({ contact }: { contact: Contact }) {
  const { id, fullName, profileImage, createdAt } = contact;
  const role = formatRole(contact);
  return (
    <Link
      to={paths.contact(id)}
      className="-mx-3 flex min-h-16 items-center gap-3 rounded-control px-3 py-2 transition-colors hover:bg-line/30"
    >
      <Avatar name={fullName} image={profileImage} size={40} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left font-display text-lg leading-6">
          {fullName}
        </span>
        {role && (
          <span dir="auto" className="block truncate text-left text-sm text-ink-2">
            {role}
          </span>
        )}
      </span>
      <time dateTime={createdAt} className="shrink-0 text-sm text-ink-2 tabular-nums">
        {sayWhen(createdAt)}
      </time>
    </Link>
  );
}

/** "8:14 PM" today, "yesterday", "12 days ago". */
function sayWhen(at: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? formatTime(at) : formatAgo(at);
}
