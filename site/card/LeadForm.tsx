import type { ReactNode } from 'react';
import type { PublicCard } from '#shared/cards.ts';
import { LEAD_FORM_FIELDS } from '#shared/contact-fields.ts';
import { leadFieldsOf } from '#shared/contacts.ts';
import { FormAlert, FormControl, type FormState, FormTrap, toFormField } from './form-parts.tsx';

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
        <FormControl
          key={field}
          field={toFormField(field, LEAD_FORM_FIELDS[field])}
          state={state}
          prefix="lead"
        />
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
