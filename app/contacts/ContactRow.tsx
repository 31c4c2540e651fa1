import { lazy, memo, Suspense } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#app/dates.ts';
import { paths } from '#app/paths.ts';
import type { Person } from '#shared/contacts.ts';
import { formatRole } from '#shared/role.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { ContactActions } from './ContactActions.tsx';
import { ContactMarks } from './ContactMarks.tsx';
import { type PersonProps, reachOf } from './people.ts';

const LeadDetails = lazy(async () => ({ default: (await import('./LeadDetails.tsx')).LeadDetails }));

/** A person: who they are, how you met, your notes, and the ways to stay in touch. */
export const ContactRow = memo(function ContactRow({ person, onOpen }: PersonProps) {
  const { fullName, profileImage, cardName, createdAt, isLead, followedUpAt, leadStatus, consents } = person;
  // A device may still keep people of an earlier release.
  const hasMore = leadStatus != null || (consents?.length ?? 0) > 0;
  const role = formatRole(person);
  return (
    <article className="group grid grid-cols-[auto_1fr_auto] gap-x-4 border-b border-line py-5">
      <div className="row-span-2">
        <Avatar name={fullName} image={profileImage} size={48} />
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
        {followedUpAt && <span>Followed up {formatDay(followedUpAt)}</span>}
      </p>
      <Details person={person} />
      {hasMore && (
        <Suspense>
          <LeadDetails person={person} />
        </Suspense>
      )}
      <ContactActions person={person} onOpen={onOpen} />
    </article>
  );
});

function Details({ person }: { person: Person }) {
  const { notes } = person;
  const facts = reachOf(person);
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
