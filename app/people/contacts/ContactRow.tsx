import { lazy, memo, Suspense } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { formatRole } from '#shared/cards/role.ts';
import type { Person } from '#shared/people/contacts.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { ContactActions } from './ContactActions.tsx';
import { ContactMarks } from './ContactMarks.tsx';
import { listReach, type PersonProps } from './people.ts';

const LeadDetails = lazy(async () => ({ default: (await import('./LeadDetails.tsx')).LeadDetails }));

interface ContactRowProps extends PersonProps {
  isSelecting: boolean;
  isTicked: boolean;
  onTick: (id: string) => void;
}

/** A person: who they are, how you met, your notes, and the ways to stay in touch. */
export const ContactRow = memo(function ContactRow({
  person,
  onOpen,
  isSelecting,
  isTicked,
  onTick,
}: ContactRowProps) {
  const { fullName, profileImage, cardName, createdAt, isLead, metEvent, followedUpAt, leadStatus } = person;
  // A device may still keep people of an earlier release.
  const { tags = [], consents = [] } = person;
  // A wish for a receipt is shown on the contact's own screen.
  const agreed = consents.filter(({ purpose }) => purpose !== 'receipt');
  const hasMore = leadStatus != null || agreed.length > 0;
  const role = formatRole(person);
  return (
    <article className="group grid grid-cols-[auto_1fr_auto] gap-x-4 border-b border-line py-5">
      <div className="relative row-span-2 size-12">
        <Avatar name={fullName} image={profileImage} size={48} />
        {!isLead && (
          // Over the picture, which a finger presses to select; a lead cannot be changed before it is a contact.
          <label
            className={`absolute inset-0 grid cursor-pointer place-items-center rounded-full bg-paper/85 group-hover:opacity-100 has-focus-visible:opacity-100 ${isSelecting ? '' : 'opacity-0'}`}
          >
            <input
              type="checkbox"
              aria-label={`Select ${fullName}`}
              checked={isTicked}
              onChange={() => onTick(person.id)}
              className="size-5 accent-ink"
            />
          </label>
        )}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-display text-xl wrap-anywhere">
          {isLead ? fullName : <Link to={paths.contact(person.id)}>{fullName}</Link>}
        </h2>
        {isLead && <Badge tone="gold">Lead</Badge>}
        {cardName && <Badge>via {cardName}</Badge>}
      </div>
      <ContactMarks person={person} onOpen={onOpen} />
      <p className="col-span-2 col-start-2 mt-1 flex flex-wrap gap-x-3 text-ink-2">
        {role && <span className="text-ink wrap-anywhere">{role}</span>}
        <span>Connected {formatDay(createdAt)}</span>
        {metEvent && <span className="wrap-anywhere">met at {metEvent}</span>}
        {followedUpAt && <span>Followed up {formatDay(followedUpAt)}</span>}
        {tags.length > 0 && <Tags tags={tags} />}
      </p>
      <Details person={person} />
      {hasMore && (
        <Suspense>
          <LeadDetails person={{ ...person, consents: agreed }} />
        </Suspense>
      )}
      <ContactActions person={person} onOpen={onOpen} />
    </article>
  );
});

/** A row names this many tags, and counts the others. */
const TAGS_SHOWN = 3;

function Tags({ tags }: { tags: readonly string[] }) {
  const more = tags.length - TAGS_SHOWN;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="sr-only">Tags:</span>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag} className="rounded bg-line/60 px-1.5 text-sm leading-6 wrap-anywhere">
          {tag}
        </span>
      ))}
      {more > 0 && <span className="text-sm">+{more}</span>}
    </span>
  );
}

function Details({ person }: { person: Person }) {
  const { notes } = person;
  const facts = listReach(person);
  return (
    <div className="col-span-2 col-start-2 min-w-0 lg:col-span-1 lg:col-start-2">
      {facts.length > 0 && (
        <p className="flex flex-wrap gap-x-5 text-ink-2">
          {facts.map((fact) => (
            <span key={fact} className="wrap-anywhere">
              {fact}
            </span>
          ))}
        </p>
      )}
      {notes && <p className="mt-2 max-w-[68ch] whitespace-pre-line wrap-anywhere">“{notes}”</p>}
    </div>
  );
}
