import { AlarmClock, ArrowLeft, Camera, Ellipsis, Pencil, Star, Trash2 } from 'lucide-react';
import { cloneElement, Suspense, useRef, useState } from 'react';
import { CallError, LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { formatDay } from '#app/frame/dates.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link, useNavigate, useParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { isKeptContact } from '#app/offline/kept-contact.ts';
import { ContactActions } from '#app/people/contacts/ContactActions.tsx';
import { LeadDetails } from '#app/people/contacts/LeadDetails.tsx';
import type { PersonDialog } from '#app/people/contacts/people.ts';
import { formatRole } from '#shared/cards/role.ts';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { Surface } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { Details } from './Details.tsx';
import { History } from './History.tsx';
import { Notes } from './Notes.tsx';
import { useChangePhoto, useContact, useFavorite } from './person.queries.ts';
import { Tags } from './Tags.tsx';

const FollowUpDialog = lazyDialog(
  async () => (await import('#app/people/follow-ups/FollowUpDialog.tsx')).FollowUpDialog,
);
const NameDialog = lazyDialog(async () => (await import('../NameDialog.tsx')).NameDialog);
const RemindMe = lazyDialog(async () => (await import('../RemindMe.tsx')).RemindMe);
const DeleteDialog = lazyDialog(async () => (await import('../DeleteDialog.tsx')).DeleteDialog);
const ContactLinks = lazyAddition(async () => (await import('./ContactLinks.tsx')).ContactLinks);
const DetailsDialog = lazyDialog(async () => (await import('./DetailsDialog.tsx')).DetailsDialog);

/** A contact's own screen: who they are, where they were met, notes with their time, and what happened since. */
export function PersonPage() {
  const { id = '' } = useParams();
  const { data: contact, error, refetch } = useContact(id);
  const isMissing = error instanceof CallError && error.status === 404;
  return (
    <>
      <title>{`${contact?.fullName ?? 'Contact'} · Goldleaf`}</title>
      <Link
        to={paths.contacts}
        className="-mt-4 mb-3 inline-flex min-h-9 items-center gap-2 rounded-control text-sm text-ink-2 hover:text-ink"
      >
        <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        My Contacts
      </Link>
      {isMissing ? (
        <EmptyState
          title="Contact not found"
          text="This contact doesn’t exist or was deleted."
          action={
            <Link to={paths.contacts} className={buttonClass('secondary')}>
              Show all contacts
            </Link>
          }
        />
      ) : contact ? (
        isKeptContact(contact) ? (
          <Kept contact={contact} onRetry={() => void refetch()} />
        ) : (
          <Whole key={contact.id} contact={contact} />
        )
      ) : error ? (
        <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the contact" className="space-y-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-64" />
        </div>
      )}
    </>
  );
}

function Whole({ contact }: { contact: WholeContact }) {
  const [dialog, setDialog] = useState<PersonDialog | 'details' | null>(null);
  const navigate = useNavigate();
  const close = () => setDialog(null);
  const person = { ...contact, isLead: false };
  return (
    <>
      <Head contact={contact} />
      <div className="mt-5 flex flex-wrap items-center border-y border-line py-2 *:m-0! [&_a]:opacity-100! [&_button]:opacity-100!">
        <ContactActions person={person} onOpen={setDialog} />
        <Button variant="quiet" size="small" onClick={() => setDialog('reminder')}>
          <AlarmClock size={18} strokeWidth={1.5} aria-hidden="true" />
          Remind Me
        </Button>
        <Button variant="quiet" size="small" onClick={() => setDialog('details')}>
          <Pencil size={18} strokeWidth={1.5} aria-hidden="true" />
          Change Details
        </Button>
        <Menu
          items={[
            { label: 'Edit Name', onSelect: () => setDialog('name') },
            { label: 'Delete Contact', isDanger: true, onSelect: () => setDialog('delete') },
          ]}
          trigger={
            <Button variant="quiet" size="small" aria-label={`More about ${contact.fullName}`}>
              <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
            </Button>
          }
        />
      </div>
      <Suspense>
        <ContactLinks contact={contact} />
      </Suspense>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,22.5rem)_minmax(0,1fr)]">
        <div className="min-w-0 space-y-6 lg:order-last">
          <Notes contact={contact} />
          <History contact={contact} />
        </div>
        <div className="min-w-0 space-y-6 max-lg:order-first">
          <Details contact={contact} />
          {hasAnswers(contact) && (
            <Surface>
              <h2 className="font-display text-xl">Answers and consents</h2>
              <LeadDetails person={person} />
            </Surface>
          )}
          <Tags contact={contact} />
        </div>
      </div>
      {dialog === 'followUps' && <FollowUpDialog contact={person} onClose={close} />}
      {dialog === 'name' && <NameDialog contact={person} onClose={close} />}
      {dialog === 'reminder' && <RemindMe contact={person} onClose={close} />}
      {dialog === 'details' && <DetailsDialog contact={contact} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog person={person} onClose={close} onDeleted={() => void navigate(paths.contacts)} />
      )}
    </>
  );
}

/** This device's copy of them, without anything to save. */
function Kept({ contact, onRetry }: { contact: WholeContact; onRetry: () => void }) {
  return (
    <>
      <Head contact={contact} />
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
      <div className="mt-6 max-w-xl">
        <Details contact={contact} />
      </div>
    </>
  );
}

/** True if they answered or agreed to anything; contacts kept from an earlier release have neither. */
const hasAnswers = ({ leadStatus, customFields = [], consents = [] }: WholeContact): boolean =>
  leadStatus != null || customFields.length + consents.length > 0;

/** "Met via Work at Web Summit in Lisbon on 5 May 2026" */
const metAs = ({ cardName, metEvent, metPlace, metAt, createdAt }: WholeContact): string =>
  [
    'Met',
    ...(cardName ? [`via ${cardName}`] : []),
    ...(metEvent ? [`at ${metEvent}`] : []),
    ...(metPlace ? [`in ${metPlace}`] : []),
    `on ${formatDay(metAt ?? createdAt)}`,
  ].join(' ');

function Head({ contact }: { contact: WholeContact }) {
  const favorite = useFavorite(contact.id);
  const role = formatRole(contact);
  return (
    <header className="flex items-start gap-4 max-sm:gap-x-3 sm:gap-6">
      <Photo contact={contact} />
      <div className="min-w-0 flex-1">
        <h1 className="font-display text-2xl font-light wrap-anywhere sm:text-3xl">{contact.fullName}</h1>
        {role && <p className="mt-1 wrap-anywhere">{role}</p>}
        <p className="mt-1 text-ink-2 wrap-anywhere">{metAs(contact)}</p>
        {contact.nickname && <Badge>{contact.nickname}</Badge>}
      </div>
      <Button
        variant="quiet"
        className="-mr-3 px-3!"
        aria-label={`Favorite: ${contact.fullName}`}
        aria-pressed={contact.isFavorite}
        onClick={() => favorite.mutate()}
      >
        <Star
          size={20}
          strokeWidth={1.5}
          aria-hidden="true"
          className={contact.isFavorite ? 'fill-gold text-gold-ink' : ''}
        />
      </Button>
    </header>
  );
}

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

function Photo({ contact }: { contact: WholeContact }) {
  const change = useChangePhoto(contact);
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  const trigger = (label: string) => (
    <Button
      variant="secondary"
      size="small"
      className="absolute -right-3 -bottom-2 rounded-full px-2.5!"
      aria-label={label}
      isPending={change.isPending}
      pendingLabel=""
    >
      <Camera {...ICON} />
    </Button>
  );
  return (
    <div className="relative shrink-0">
      <Avatar name={contact.fullName} image={contact.profileImage} size={72} />
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
      {contact.profileImage ? (
        <Menu
          trigger={trigger('Change the photo')}
          items={[
            { label: 'Replace the photo', icon: <Camera {...ICON} />, onSelect: choose },
            { label: 'Remove the photo', icon: <Trash2 {...ICON} />, onSelect: () => change.mutate(null) },
          ]}
        />
      ) : (
        cloneElement(trigger('Add a photo'), { onClick: choose })
      )}
    </div>
  );
}
