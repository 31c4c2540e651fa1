import { ArrowUpRight } from 'lucide-react';
import { lazy, memo, Suspense, useState } from 'react';
import { useIsReadOnly, useTeamOf } from '#app/accounts/auth/TeamChips.tsx';
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
  /** False on a phone, where a closed row has no more than what it shows (docs/decisions/402). */
  isWide: boolean;
  isSelecting: boolean;
  isTicked: boolean;
  /** Undefined where nobody can be selected. */
  onTick: ((id: string) => void) | undefined;
}

/** From this width a row has columns; below it, it opens in place (`md`). */
const ROW =
  'group relative grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-3 md:-mx-3 md:grid-cols-[2.5rem_minmax(0,5fr)_minmax(0,5fr)_minmax(0,6fr)_5rem] md:gap-x-5 lg:grid-cols-[2.5rem_minmax(0,5fr)_minmax(0,5fr)_minmax(0,6fr)_auto] md:px-3 md:hover:bg-line/30';

/** A person: who they are, and how you met, your notes and the ways to stay in touch, which a phone shows on a press. */
export const ContactRow = memo(function ContactRow({
  person,
  onOpen,
  isWide,
  isSelecting,
  isTicked,
  onTick,
}: ContactRowProps) {
  const { fullName, isLead, leadStatus } = person;
  // A device may still keep people of an earlier release.
  const { consents = [] } = person;
  const [isOpen, setIsOpen] = useState(false);
  // A wish for a receipt is shown on the contact's own screen.
  const agreed = consents.filter(({ purpose }) => purpose !== 'receipt');
  const hasMore = leadStatus != null || agreed.length > 0;
  const isWhole = isWide || isOpen;
  const isReadOnly = useIsReadOnly(person);
  return (
    <article className={ROW}>
      <div className="relative size-10">
        <Avatar name={fullName} image={person.profileImage} size={40} />
        {!isLead && onTick && (isWide || isSelecting) && (
          <Tick person={person} isSelecting={isSelecting} isTicked={isTicked} onTick={onTick} />
        )}
      </div>
      <Name person={person} isWide={isWide} isOpen={isOpen} />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`Details of ${fullName}`}
        onClick={() => setIsOpen(!isOpen)}
        className={`absolute inset-y-0 left-0 z-1 h-16 md:hidden ${isReadOnly ? 'right-0' : 'right-12'}`}
      />
      {isWhole && <ReachFacts person={person} />}
      {isWhole && <MetFacts person={person} />}
      <div className="contents md:flex md:items-center md:justify-end md:max-lg:absolute md:max-lg:right-0 md:max-lg:rounded-control md:max-lg:group-hover:bg-paper md:max-lg:group-focus-within:bg-paper">
        {!isReadOnly && <MainAction person={person} onOpen={onOpen} isOpen={isOpen} />}
        {isWhole && <Actions person={person} isWide={isWide} isReadOnly={isReadOnly} onOpen={onOpen} />}
      </div>
      {hasMore && (
        <Suspense>
          <LeadDetails person={{ ...person, consents: agreed }} className={isWhole ? '' : 'hidden'} />
        </Suspense>
      )}
    </article>
  );
});

/** Over the picture, which a finger presses to select; a lead cannot be changed before it is a contact. */
function Tick({
  person: { id, fullName },
  isSelecting,
  isTicked,
  onTick,
}: Pick<ContactRowProps, 'person' | 'isSelecting' | 'isTicked'> & { onTick: (id: string) => void }) {
  return (
    <label
      className={`absolute inset-0 z-2 grid cursor-pointer place-items-center rounded-full bg-paper/85 group-hover:opacity-100 has-focus-visible:opacity-100 ${isSelecting ? '' : 'opacity-0'}`}
    >
      <input
        type="checkbox"
        aria-label={`Select ${fullName}`}
        checked={isTicked}
        onChange={() => onTick(id)}
        className="size-5 accent-ink"
      />
    </label>
  );
}

interface ActionsProps extends PersonProps {
  isWide: boolean;
  isReadOnly: boolean;
}

/** All but the main one; on a phone, a link to the contact's own screen begins them. */
function Actions({ person, isWide, isReadOnly, onOpen }: ActionsProps) {
  return (
    <div className="col-span-2 col-start-2 row-start-5 -mx-3 flex flex-wrap items-center md:mx-0 md:flex-nowrap">
      {!person.isLead && !isWide && (
        <Link
          to={paths.contact(person.id)}
          aria-label={`Open ${person.fullName}`}
          className={buttonClass('quiet', 'small')}
        >
          <ArrowUpRight size={18} />
          Open
        </Link>
      )}
      <SaveToPhone person={person} />
      {!isReadOnly && <ContactMarks person={person} onOpen={onOpen} />}
    </div>
  );
}

/** The name and the role, a line each; all of them once a phone has opened the row. */
function Name({ person, isWide, isOpen }: { person: Person; isWide: boolean; isOpen: boolean }) {
  const { id, fullName, isLead } = person;
  const role = formatRole(person);
  const team = useTeamOf(person);
  const fit = isOpen ? 'wrap-anywhere md:truncate' : 'truncate';
  return (
    <div className="relative min-w-0">
      <h2 dir="auto" className={`text-left font-display text-[1.0625rem] leading-6 ${fit}`}>
        {fullName}
      </h2>
      <p
        dir={isLead ? undefined : 'auto'}
        className={`text-left text-[0.8125rem] leading-4 text-ink-2 ${fit}`}
      >
        {isLead && <strong className="font-semibold text-gold-ink">Lead</strong>}
        {isLead && role && ' · '}
        {role && <span>{role}</span>}
        {team && <span className="text-ink">{`${isLead || role ? ' · ' : ''}${team.name}`}</span>}
      </p>
      {!isLead && isWide && (
        <Link
          to={paths.contact(id)}
          aria-label={`Open ${fullName}`}
          className="absolute inset-0 rounded-control"
        />
      )}
    </div>
  );
}
