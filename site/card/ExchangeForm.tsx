import type { ReactNode } from 'react';
import type { PublicCard } from '#shared/cards.ts';
import { FormAlert, FormControl, type FormField, type FormState, FormTrap } from './form-parts.tsx';

const FIELDS: FormField[] = [
  { name: 'fullName', label: 'Full Name', kind: 'name', autoComplete: 'name', needed: 'Name is required' },
  {
    name: 'email',
    label: 'Email Address',
    kind: 'email',
    autoComplete: 'email',
    needed: 'Valid email is required',
  },
  { name: 'phone', label: 'Phone Number', kind: 'tel', autoComplete: 'tel' },
  { name: 'company', label: 'Company', kind: 'name', autoComplete: 'organization' },
  { name: 'jobTitle', label: 'Job Title', kind: 'name', autoComplete: 'organization-title' },
  { name: 'website', label: 'Website', kind: 'url', autoComplete: 'url' },
  { name: 'notes', label: 'Message (optional)', isLong: true },
];

interface ExchangeFormProps {
  card: Pick<PublicCard, 'id' | 'fullName'>;
  state: FormState;
  heading: ReactNode;
  /** Leaves the form: a button in the dialog, a link on the page. */
  cancel: ReactNode;
}

/** Contact exchange as a plain form, the same on its own page and in the dialog. */
export function ExchangeForm({ card, state, heading, cancel }: ExchangeFormProps) {
  const control = (field: FormField) => (
    <FormControl key={field.name} field={field} state={state} prefix="exchange" />
  );
  return (
    <form
      method="post"
      action={`/card/${card.id}/exchange`}
      data-api="/api/contacts/exchange"
      // Our own messages appear under the fields instead of the browser's.
      noValidate
    >
      {heading}
      <p className="lead">Connect with {card.fullName} by sharing your contact details</p>
      <FormAlert message={state.message} />
      {FIELDS.slice(0, 2).map(control)}
      <div className="pair">{FIELDS.slice(2, 6).map(control)}</div>
      {FIELDS.slice(6).map(control)}
      <div className="buttons">
        {cancel}
        <button className="action" type="submit" data-pending="Sharing...">
          Share Contact
        </button>
      </div>
      {/* Last, because a dialog focuses its first field, in WebKit even a hidden one. */}
      <input type="hidden" name="cardId" value={card.id} />
      <FormTrap prefix="exchange" shownAt={state.shownAt} />
    </form>
  );
}
