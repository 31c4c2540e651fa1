import { BookUser, Globe, Mail, Phone, Sparkles, UserPlus } from 'lucide-react';
import { toHref } from '#shared/links.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { useConvertLead } from './contacts.queries.ts';
import type { Person, PersonProps } from './people.ts';
import { saveToPhone } from './save-to-phone.ts';

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** On a wide screen with a mouse the lesser actions wait until the row is pointed at or focused. */
const REVEALED =
  'xl:[@media(hover:hover)]:opacity-0 group-hover:opacity-100! group-focus-within:opacity-100!';

/** The ways to stay in touch. */
export function ContactActions({ person, onOpen }: PersonProps) {
  return (
    <div className="-mx-3 mt-2 flex flex-wrap">
      <MainAction person={person} onOpen={onOpen} />
      <Links person={person} />
      <Button variant="quiet" size="small" className={REVEALED} onClick={() => saveToPhone(person)}>
        <UserPlus {...ICON} />
        Save to Phone
      </Button>
    </div>
  );
}

/** One button, so that the focus stays on it while a lead becomes a contact. */
function MainAction({ person, onOpen }: PersonProps) {
  const convert = useConvertLead();
  const { id, isLead } = person;
  return (
    <Button
      variant="quiet"
      size="small"
      // At the end of the row, where it stands still while the lesser actions come and go.
      className="xl:order-last"
      onClick={() => (isLead ? convert.mutate(id) : onOpen('followUps', person))}
    >
      {isLead ? <BookUser {...ICON} /> : <Sparkles {...ICON} />}
      {isLead ? 'Add to Contacts' : 'AI Follow-up'}
    </Button>
  );
}

function Links({ person: { email, phone, website, fullName } }: { person: Person }) {
  const href = website ? toHref(website) : null;
  const link = `${buttonClass('quiet', 'small')} ${REVEALED}`;
  return (
    <>
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
    </>
  );
}
