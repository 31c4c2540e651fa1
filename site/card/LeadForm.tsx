import type { ReactNode } from 'react';
import type { PublicCard } from '#shared/cards.ts';
import { type LeadField, leadFieldsOf } from '#shared/contacts.ts';
import { FormAlert, FormControl, type FormField, type FormState, FormTrap } from './form-parts.tsx';

const FIELDS: Record<LeadField, FormField> = {
  name: { name: 'name', label: 'Name', kind: 'name', autoComplete: 'name', needed: 'Name is required' },
  email: {
    name: 'email',
    label: 'Email',
    kind: 'email',
    autoComplete: 'email',
    needed: 'Valid email is required',
  },
  phone: { name: 'phone', label: 'Phone', kind: 'tel', autoComplete: 'tel' },
  company: { name: 'company', label: 'Company', kind: 'name', autoComplete: 'organization' },
  message: { name: 'message', label: 'Message', isLong: true },
};

export type LeadCard = Pick<PublicCard, 'id' | 'fullName' | 'leadCaptureFields'>;

interface LeadFormProps {
  card: LeadCard;
  state: FormState;
  /** A way back, when the form is a page of its own. */
  cancel?: ReactNode;
}

/** The short form with the fields the owner chose, on the card and, after a refusal, on a page of its own. */
export function LeadForm({ card, state, cancel }: LeadFormProps) {
  const action = `/card/${card.id}/lead`;
  return (
    <form
      method="post"
      action={action}
      data-api={`/api/cards/${card.id}/leads`}
      aria-label="Get in touch"
      noValidate
    >
      <p className="lead">Leave your details with {card.fullName}.</p>
      <FormAlert message={state.message} />
      {leadFieldsOf(card.leadCaptureFields).map((field) => (
        <FormControl key={field} field={FIELDS[field]} state={state} prefix="lead" />
      ))}
      <div className="buttons">
        {cancel}
        <button className="action" type="submit" data-pending="Sending...">
          Send
        </button>
      </div>
      <FormTrap prefix="lead" shownAt={state.shownAt} />
    </form>
  );
}
