import {
  Globe,
  Mail,
  MoreHorizontal,
  NotebookPen,
  Phone,
  Sparkles,
  Star,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { memo } from 'react';
import { formatDay } from '#app/dates.ts';
import type { Contact } from '#shared/contacts.ts';
import { linkLabel, toHref } from '#shared/links.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { useToggleFavorite } from './contacts.queries.ts';
import { saveToPhone } from './save-to-phone.ts';

/** The dialogs a row can open. */
export type ContactDialog = 'followUps' | 'notes' | 'delete';

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** On a wide screen with a mouse the lesser actions wait until the row is pointed at or focused. */
const REVEALED =
  'xl:[@media(hover:hover)]:opacity-0 group-hover:opacity-100! group-focus-within:opacity-100!';

interface RowProps {
  contact: Contact;
  onOpen: (dialog: ContactDialog) => void;
}

/** A person: who they are, how you met, what you noted, and the ways to stay in touch. */
export const ContactRow = memo(function ContactRow({ contact, onOpen }: RowProps) {
  const { fullName, profileImage, cardName, jobTitle, company, createdAt } = contact;
  const role = [jobTitle, company].filter(Boolean).join(' at ');
  return (
    <article className="group grid grid-cols-[auto_1fr_auto] gap-x-4 border-b border-line py-5">
      <div className="row-span-2">
        <Avatar name={fullName} image={profileImage} size={48} />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-display text-xl wrap-anywhere">{fullName}</h2>
        {cardName && <Badge>via {cardName}</Badge>}
      </div>
      <Marks contact={contact} onOpen={onOpen} />
      <p className="col-span-2 col-start-2 flex flex-wrap gap-x-3 text-ink-2">
        {role && <span className="text-ink wrap-anywhere">{role}</span>}
        <span>Connected {formatDay(createdAt)}</span>
      </p>
      <div className="col-span-full mt-1 min-w-0 sm:col-start-2 sm:flex sm:flex-wrap sm:items-end sm:justify-between">
        <Details contact={contact} />
        <Actions contact={contact} onOpen={onOpen} />
      </div>
    </article>
  );
});

function Marks({ contact, onOpen }: RowProps) {
  const favorite = useToggleFavorite();
  const { fullName, isFavorite, notes } = contact;
  const items = [
    {
      label: notes ? 'Edit Notes' : 'Add Notes',
      icon: <NotebookPen {...ICON} />,
      onSelect: () => onOpen('notes'),
    },
    {
      label: 'Delete Contact',
      icon: <Trash2 {...ICON} />,
      isDanger: true,
      onSelect: () => onOpen('delete'),
    },
  ];
  return (
    <div className="-mr-2 flex self-start">
      <Button
        variant="quiet"
        size="small"
        aria-label={`Favorite: ${fullName}`}
        aria-pressed={isFavorite}
        onClick={() => favorite.mutate(contact.id)}
      >
        <Star {...ICON} className={isFavorite ? 'fill-gold text-gold-ink' : ''} />
      </Button>
      <Menu
        items={items}
        trigger={
          <Button variant="quiet" size="small" aria-label={`More about ${fullName}`}>
            <MoreHorizontal {...ICON} />
          </Button>
        }
      />
    </div>
  );
}

function Details({ contact: { email, phone, website, notes } }: { contact: Contact }) {
  const facts = [email, phone, website && linkLabel(website)].filter(Boolean);
  return (
    <div>
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

function Actions({ contact, onOpen }: RowProps) {
  const { email, phone, website, fullName } = contact;
  const href = website ? toHref(website) : null;
  const link = `${buttonClass('quiet', 'small')} ${REVEALED}`;
  return (
    <div className="-mx-3 mt-2 flex flex-wrap">
      <Button variant="quiet" size="small" onClick={() => onOpen('followUps')}>
        <Sparkles {...ICON} />
        AI Follow-up
      </Button>
      {email && (
        <a
          className={link}
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
          aria-label={`Email ${fullName}`}
        >
          <Mail {...ICON} />
          Email
        </a>
      )}
      {phone && (
        <a className={link} href={`tel:${phone.replace(/[^\d+*#]/g, '')}`} aria-label={`Call ${fullName}`}>
          <Phone {...ICON} />
          Call
        </a>
      )}
      {href && (
        <a
          className={link}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Website of ${fullName}`}
        >
          <Globe {...ICON} />
          Website
        </a>
      )}
      <Button variant="quiet" size="small" className={REVEALED} onClick={() => saveToPhone(contact)}>
        <UserPlus {...ICON} />
        Save to Phone
      </Button>
    </div>
  );
}
