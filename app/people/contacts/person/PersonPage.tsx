import { ArrowLeft, Ellipsis, Star } from 'lucide-react';
import { lazy, type ReactNode, useEffect, useState } from 'react';
import { useIsReadOnly } from '#app/accounts/auth/TeamChips.tsx';
import { CallError } from '#app/frame/api/call.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link, useNavigate, useParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { isKeptContact } from '#app/offline/kept-contact.ts';
import { LeadDetails } from '#app/people/contacts/LeadDetails.tsx';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SuspendedTeam } from '../SuspendedTeam.tsx';
import { ContactLinks } from './ContactLinks.tsx';
import { Details } from './Details.tsx';
import { useLinks } from './links.queries.ts';
import { PersonActions } from './PersonActions.tsx';
import { PersonHead } from './PersonHead.tsx';
import { useContact, useFavorite } from './person.queries.ts';
import { Tags } from './Tags.tsx';
import { Timeline } from './Timeline.tsx';

const FollowUpDialog = lazyDialog(
  async () => (await import('#app/people/follow-ups/FollowUpDialog.tsx')).FollowUpDialog,
);
const RemindMe = lazyDialog(async () => (await import('../RemindMe.tsx')).RemindMe);
const DeleteDialog = lazyDialog(async () => (await import('../DeleteDialog.tsx')).DeleteDialog);
/** Few people see it. */
const PersonNotFound = lazy(async () => ({
  default: (await import('./PersonNotFound.tsx')).PersonNotFound,
}));
const DetailsDialog = lazyDialog(async () => (await import('./DetailsDialog.tsx')).DetailsDialog);

/** A contact's own screen: who they are and the ways to stay in touch, and beside it all that happened. */
export function PersonPage() {
  const { id = '' } = useParams();
  const { data: contact, error, refetch } = useContact(id);
  // Above the rest: nothing moves when it comes.
  const { isLoading } = useLinks(id);
  const isMissing = error instanceof CallError && error.status === 404;
  return (
    <>
      {!isMissing && <title>{`${contact?.fullName ?? 'Contact'} · Goldleaf`}</title>}
      {isMissing ? (
        <PersonNotFound />
      ) : contact && isKeptContact(contact) ? (
        <Kept contact={contact} onRetry={() => void refetch()} />
      ) : contact && !isLoading ? (
        <Whole key={contact.id} contact={contact} />
      ) : error ? (
        <>
          <TopRow />
          <LoadFailed error={error} retry={refetch} />
        </>
      ) : (
        <>
          <TopRow />
          <div role="status" aria-label="Loading the contact" className={COLUMNS}>
            <Skeleton className="h-96" />
            <Skeleton className="h-64" />
          </div>
        </>
      )}
    </>
  );
}

const COLUMNS = 'grid gap-y-10 lg:grid-cols-[minmax(0,22.5rem)_minmax(0,1fr)] lg:gap-x-24';

/** The way back, and what can be done with the contact as a whole. */
function TopRow({ children }: { children?: ReactNode }) {
  return (
    <div className="-mt-4 mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <Link
        to={paths.contactsHere()}
        className="inline-flex min-h-9 items-center gap-2 rounded-control text-ink-2 hover:text-ink"
      >
        <ArrowLeft size={16} />
        My Contacts
      </Link>
      <div className="-mr-3 flex">{children}</div>
    </div>
  );
}

type OpenDialog = 'followUps' | 'reminder' | 'details' | 'delete';

function Whole({ contact }: { contact: WholeContact }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isGone, setIsGone] = useState(false);
  const navigate = useNavigate();
  // Once what guards a note that was typed is gone: there is nobody left to add it to.
  useEffect(() => {
    if (isGone) void navigate(paths.contactsHere());
  }, [isGone, navigate]);
  const close = () => setDialog(null);
  const person = { ...contact, isLead: false };
  const isReadOnly = useIsReadOnly(contact);
  return (
    <>
      <TopRow>{!isReadOnly && <Marks contact={contact} onDelete={() => setDialog('delete')} />}</TopRow>
      {isReadOnly && <SuspendedTeam className="mb-6" />}
      <ContactLinks contact={contact} />
      <div className={COLUMNS}>
        {/* Stays in sight beside a long timeline, and scrolls by itself where it is longer than the window. */}
        <div className="min-w-0 lg:sticky lg:top-6 lg:-mx-2 lg:-mt-2 lg:max-h-[calc(100vh-3rem)] lg:self-start lg:overflow-y-auto lg:px-2 lg:pt-2 lg:pb-4">
          <PersonHead contact={contact} />
          <Tags contact={contact} />
          <PersonActions
            contact={contact}
            onFollowUp={() => setDialog('followUps')}
            onRemind={() => setDialog('reminder')}
          />
          <Details contact={contact} {...(!isReadOnly && { onEdit: () => setDialog('details') })} />
          {hasAnswers(contact) && (
            <section className="mt-6">
              <h2 className="font-display text-lg">Answers and consents</h2>
              <LeadDetails person={person} />
            </section>
          )}
        </div>
        <div className="min-w-0">{!isGone && <Timeline contact={contact} />}</div>
      </div>
      {dialog === 'followUps' && <FollowUpDialog contact={person} onClose={close} />}
      {dialog === 'reminder' && <RemindMe contact={person} onClose={close} />}
      {dialog === 'details' && <DetailsDialog contact={contact} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog person={person} onClose={close} onDeleted={() => setIsGone(true)} />
      )}
    </>
  );
}

/** This device's copy of them, without anything to save. */
function Kept({ contact, onRetry }: { contact: WholeContact; onRetry: () => void }) {
  return (
    <>
      <TopRow />
      <div className="max-w-xl">
        <PersonHead contact={contact} />
        <p role="status" className="mt-5 border-y border-line py-3 text-ink-2">
          Your notes, their history, other addresses, changes and suggestions need a connection.{' '}
          <button
            type="button"
            onClick={onRetry}
            className="min-h-6 rounded-control underline underline-offset-4"
          >
            Try again
          </button>
        </p>
        <Details contact={contact} />
      </div>
    </>
  );
}

/** True if they answered or agreed to anything; contacts kept from an earlier release have neither. */
const hasAnswers = ({ leadStatus, customFields = [], consents = [] }: WholeContact): boolean =>
  leadStatus != null || customFields.length + consents.length > 0;

interface MarksProps {
  contact: WholeContact;
  onDelete: () => void;
}

function Marks({ contact: { id, fullName, isFavorite }, onDelete }: MarksProps) {
  const favorite = useFavorite(id);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Favorite: ${fullName}`}
        aria-pressed={isFavorite}
        onClick={() => favorite.mutate(!isFavorite)}
      >
        <Star size={20} className={isFavorite ? 'fill-gold text-gold-ink' : ''} />
      </Button>
      <Menu
        items={[{ label: 'Delete Contact', isDanger: true, onSelect: onDelete }]}
        trigger={
          <Button variant="quiet" size="small" aria-label={`More about ${fullName}`}>
            <Ellipsis size={20} />
          </Button>
        }
      />
    </>
  );
}
