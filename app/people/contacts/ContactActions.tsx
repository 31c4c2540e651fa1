import { BookUser, Download, Sparkles } from 'lucide-react';
import type { Person } from '#shared/people/contacts.ts';
import { Button } from '#ui/Button.tsx';
import { useConvertLead } from './contacts.queries.ts';
import type { PersonProps } from './people.ts';
import { useSaveToPhone } from './save-to-phone.ts';

/** With a mouse, the actions of a row stay hidden until it is hovered or focused. */
export const REVEALED =
  'md:[@media(hover:hover)]:opacity-0 group-hover:opacity-100! group-focus-within:opacity-100!';

/**
 * A single button, so that it keeps focus while a lead becomes a contact. It is an icon, and on a phone the one action in
 * sight; in an opened row it is the row's primary.
 */
export function MainAction({ person, onOpen, isOpen }: PersonProps & { isOpen: boolean }) {
  const convert = useConvertLead();
  const { id, isLead } = person;
  const label = isLead ? 'Add to Contacts' : 'AI Follow-up';
  const place = isOpen
    ? `z-2 max-md:col-span-2 max-md:col-start-2 max-md:row-start-4 max-md:mt-1 max-md:min-h-11 max-md:justify-center max-md:bg-ink max-md:text-paper! ${REVEALED}`
    : `z-2 max-md:col-start-3 max-md:row-start-1 max-md:-mr-3 max-md:max-w-none ${REVEALED}`;
  return (
    <Button
      variant="quiet"
      size="small"
      className={place}
      title={label}
      onClick={() => (isLead ? convert.mutate(id) : onOpen('followUps', person))}
    >
      {isLead ? <BookUser size={18} /> : <Sparkles size={18} />}
      <span className={isOpen ? 'md:sr-only' : 'sr-only'}>{label}</span>
    </Button>
  );
}

export function SaveToPhone({ person }: { person: Person }) {
  const save = useSaveToPhone();
  return (
    <Button
      variant="quiet"
      size="small"
      className={REVEALED}
      title="Save to Phone"
      onClick={() => save.mutate(person)}
    >
      <Download size={18} />
      <span className="md:sr-only">Save to Phone</span>
    </Button>
  );
}
