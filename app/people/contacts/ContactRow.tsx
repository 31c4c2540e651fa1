import { ArrowUpRight } from 'lucide-react';
import { lazy, memo, Suspense, useState } from 'react';
import { useTeamOf } from '#app/accounts/auth/TeamChips.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { formatRole } from '#shared/cards/role.ts';
import type { Person } from '#shared/people/contacts.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { MainAction, SaveToPhone } from './ContactActions.tsx';
import { ContactMarks } from './ContactMarks.tsx';
import type { PersonProps } from './people.ts';
import { MetFacts, ReachFacts } from './RowFacts.tsx';

const LeadDetails = lazy(async () => ({ default: (await import('./LeadDetails.tsx')).LeadDetails }));

interface ContactRowProps extends PersonProps {
  isSelecting: boolean;
  isTicked: boolean;
  onTick: (id: string) => void;
}

/** From this width a row has columns; below it, it opens in place (`md`). */
const ROW =
  'group relative grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-3 md:-mx-3 md:grid-cols-[2.5rem_minmax(0,5fr)_minmax(0,5fr)_minmax(0,6fr)_5rem] md:gap-x-5 lg:grid-cols-[2.5rem_minmax(0,5fr)_minmax(0,5fr)_minmax(0,6fr)_auto] md:px-3 md:hover:bg-line/30';

/** A person: who they are, and how you met, your notes and the ways to stay in touch, which a phone shows on a press. */
export const ContactRow = memo(function ContactRow({
  person,
  onOpen,
  isSelecting,
  isTicked,
  onTick,
}: ContactRowProps) {
  const { id, fullName, isLead, leadStatus } = person;
  // A device may still keep people of an earlier release.
  const { consents = [] } = person;
  const [isOpen, setIsOpen] = useState(false);
  // A wish for a receipt is shown on the contact's own screen.
  const agreed = consents.filter(({ purpose }) => purpose !== 'receipt');
  const hasMore = leadStatus != null || agreed.length > 0;
  const opened = isOpen ? '' : 'max-md:hidden';
  return (
    <article className={ROW}>
      <Picture person={person} isSelecting={isSelecting} isTicked={isTicked} onTick={onTick} />
      <Name person={person} isOpen={isOpen} />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`Details of ${fullName}`}
        onClick={() => setIsOpen(!isOpen)}
        className="absolute inset-y-0 right-12 left-0 z-1 h-16 md:hidden"
      />
      <ReachFacts person={person} className={opened} />
      <MetFacts person={person} className={opened} />
      <div className="contents md:flex md:items-center md:justify-end md:max-lg:absolute md:max-lg:right-0 md:max-lg:rounded-control md:max-lg:group-hover:bg-paper md:max-lg:group-focus-within:bg-paper">
        <MainAction person={person} onOpen={onOpen} isOpen={isOpen} />
        <div
          className={`col-span-2 col-start-2 row-start-5 -mx-3 flex flex-wrap items-center md:mx-0 md:flex-nowrap ${opened}`}
        >
          {!isLead && (
            <Link
              to={paths.contact(id)}
              aria-label={`Open ${fullName}`}
              className={`${buttonClass('quiet', 'small')} md:hidden`}
            >
              <ArrowUpRight size={18} strokeWidth={1.5} aria-hidden="true" />
              Open
            </Link>
          )}
          <SaveToPhone person={person} />
          <ContactMarks person={person} onOpen={onOpen} />
        </div>
      </div>
      {hasMore && (
        <Suspense>
          <LeadDetails person={{ ...person, consents: agreed }} className={opened} />
        </Suspense>
      )}
    </article>
  );
});

/** Over the picture, which a finger presses to select; a lead cannot be changed before it is a contact. */
function Picture({ person, isSelecting, isTicked, onTick }: Omit<ContactRowProps, 'onOpen'>) {
  const { id, fullName, profileImage, isLead } = person;
  return (
    <div className="relative size-10">
      <Avatar name={fullName} image={profileImage} size={40} />
      {!isLead && (
        <label
          className={`absolute inset-0 z-2 grid cursor-pointer place-items-center rounded-full bg-paper/85 group-hover:opacity-100 has-focus-visible:opacity-100 ${isSelecting ? '' : 'opacity-0 max-md:hidden'}`}
        >
          <input
            type="checkbox"
            aria-label={`Select ${fullName}`}
            checked={isTicked}
            onChange={() => onTick(id)}
            className="size-5 accent-ink"
          />
        </label>
      )}
    </div>
  );
}

/** The name and the role, a line each; all of them once a phone has opened the row. */
function Name({ person, isOpen }: { person: Person; isOpen: boolean }) {
  const { id, fullName, isLead } = person;
  const role = formatRole(person);
  const team = useTeamOf(person);
  const fit = isOpen ? 'wrap-anywhere md:truncate' : 'truncate';
  return (
    <div className="relative min-w-0">
      <h2 className={`font-display text-[1.0625rem] leading-6 ${fit}`}>{fullName}</h2>
      <p className={`text-[0.8125rem] leading-4 text-ink-2 ${fit}`}>
        {isLead && <strong className="font-semibold text-gold-ink">Lead</strong>}
        {isLead && role && ' · '}
        {role && <span>{role}</span>}
        {team && <span className="text-ink">{`${isLead || role ? ' · ' : ''}${team.name}`}</span>}
      </p>
      {!isLead && (
        <Link
          to={paths.contact(id)}
          aria-label={`Open ${fullName}`}
          className="absolute inset-0 rounded-control max-md:hidden"
        />
      )}
    </div>
  );
}
