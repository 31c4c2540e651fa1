import { BookUser, Download, Globe, Mail, Phone, Sparkles } from 'lucide-react';
import { toHref } from '#shared/contract/links.ts';
import { telHref } from '#shared/formats/phone-links.ts';
import type { Person } from '#shared/people/contacts.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { useConvertLead } from './contacts.queries.ts';
import type { PersonProps } from './people.ts';
import { saveToPhone } from './save-to-phone.ts';

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** With a mouse, the actions of a row stay hidden until it is hovered or focused. */
export const REVEALED =
  'md:[@media(hover:hover)]:opacity-0 group-hover:opacity-100! group-focus-within:opacity-100!';

/** The ways to stay in touch, on a contact's own screen. */
export function ContactActions({ person, onOpen }: PersonProps) {
  return (
    <>
      <MainAction person={person} onOpen={onOpen} />
      <Links person={person} />
      <SaveToPhone person={person} />
    </>
  );
}

/**
 * A single button, so that it keeps focus while a lead becomes a contact. In a row it is an icon, and on a phone the
 * one action in sight; in an opened row it is the row's primary.
 */
export function MainAction({ person, onOpen, isOpen }: PersonProps & { isOpen?: boolean }) {
  const convert = useConvertLead();
  const { id, isLead } = person;
  const isInRow = isOpen !== undefined;
  const place = !isInRow
    ? ''
    : isOpen
      ? `z-2 max-md:col-span-2 max-md:col-start-2 max-md:row-start-4 max-md:mt-1 max-md:min-h-11 max-md:justify-center max-md:bg-ink max-md:text-paper! ${REVEALED}`
      : `z-2 max-md:col-start-3 max-md:row-start-1 max-md:-mr-3 ${REVEALED}`;
  return (
    <Button
      variant="quiet"
      size="small"
      className={place}
      onClick={() => (isLead ? convert.mutate(id) : onOpen('followUps', person))}
    >
      {isLead ? <BookUser {...ICON} /> : <Sparkles {...ICON} />}
      <span className={isInRow ? (isOpen ? 'md:sr-only' : 'sr-only') : ''}>
        {isLead ? 'Add to Contacts' : 'AI Follow-up'}
      </span>
    </Button>
  );
}

export function SaveToPhone({ person, isInRow = false }: { person: Person; isInRow?: boolean }) {
  return (
    <Button
      variant="quiet"
      size="small"
      className={isInRow ? REVEALED : ''}
      onClick={() => void saveToPhone(person)}
    >
      <Download {...ICON} />
      <span className={isInRow ? 'md:sr-only' : ''}>Save to Phone</span>
    </Button>
  );
}

function Links({ person: { email, phone, phoneE164, website, fullName } }: { person: Person }) {
  const href = website ? toHref(website) : null;
  const dial = phone && telHref(phone, phoneE164);
  // On a phone the three well-known icons have no labels, so that all actions fit on one line.
  const link = `${buttonClass('quiet', 'small')} max-sm:px-2.5`;
  return (
    <>
      {email && (
        <a
          className={link}
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
          aria-label={`Email ${fullName}`}
        >
          <Mail {...ICON} />
          <span className="max-sm:sr-only">Email</span>
        </a>
      )}
      {dial && (
        <a className={link} href={dial} aria-label={`Call ${fullName}`}>
          <Phone {...ICON} />
          <span className="max-sm:sr-only">Call</span>
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
          <span className="max-sm:sr-only">Website</span>
        </a>
      )}
    </>
  );
}
