import { BookUser, Globe, Mail, Phone, Sparkles, UserPlus } from 'lucide-react';
import { toHref } from '#shared/contract/links.ts';
import { telHref } from '#shared/formats/phone-links.ts';
import type { Person } from '#shared/people/contacts.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { useConvertLead } from './contacts.queries.ts';
import type { PersonProps } from './people.ts';
import { saveToPhone } from './save-to-phone.ts';

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** On a wide screen with a mouse, secondary actions stay hidden until the row is hovered or focused. */
const REVEALED =
  'xl:[@media(hover:hover)]:opacity-0 group-hover:opacity-100! group-focus-within:opacity-100!';

/** The ways to stay in touch. */
export function ContactActions({ person, onOpen }: PersonProps) {
  return (
    // Next to the details, the labels align with their first line.
    <div className="col-span-full -mx-3 mt-2 flex flex-wrap sm:col-start-2 lg:col-start-3 lg:-mt-1.5 lg:flex-nowrap lg:self-start">
      <MainAction person={person} onOpen={onOpen} />
      <Links person={person} />
      <Button variant="quiet" size="small" className={REVEALED} onClick={() => void saveToPhone(person)}>
        <UserPlus {...ICON} className="max-sm:hidden" />
        Save to Phone
      </Button>
    </div>
  );
}

/** A single button, so that it keeps focus while a lead becomes a contact. */
function MainAction({ person, onOpen }: PersonProps) {
  const convert = useConvertLead();
  const { id, isLead } = person;
  return (
    <Button
      variant="quiet"
      size="small"
      // At the end of the row, where it does not move while the secondary actions come and go.
      className="xl:order-last"
      onClick={() => (isLead ? convert.mutate(id) : onOpen('followUps', person))}
    >
      {isLead ? <BookUser {...ICON} /> : <Sparkles {...ICON} />}
      {isLead ? 'Add to Contacts' : 'AI Follow-up'}
    </Button>
  );
}

function Links({ person: { email, phone, phoneE164, website, fullName } }: { person: Person }) {
  const href = website ? toHref(website) : null;
  const dial = phone && telHref(phone, phoneE164);
  // On a phone the three well-known icons have no labels, so that all actions fit on one line.
  const link = `${buttonClass('quiet', 'small')} max-sm:px-2.5 ${REVEALED}`;
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
