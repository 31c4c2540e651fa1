import type { ReactNode } from 'react';
import type { PublicCard } from '#shared/cards/cards.ts';
import { answerName, formVersion, type LeadQuestion, RECEIPT_TEXT } from '#shared/contract/lead-questions.ts';
import { LEAD_FORM_FIELDS } from '#shared/people/contact-fields.ts';
import { leadFieldsOf } from '#shared/people/leads.ts';
import {
  FormAlert,
  FormChoice,
  FormControl,
  type FormField,
  FormNote,
  type FormState,
  FormTrap,
  toFormField,
} from './form-parts.tsx';

export type LeadCard = Pick<
  PublicCard,
  'id' | 'fullName' | 'leadCaptureFields' | 'leadConsentText' | 'leadQuestions'
>;

interface LeadFormProps {
  card: LeadCard;
  state: FormState;
  /** True if this server can mail a receipt. */
  hasReceipts: boolean;
  /** Who gets what a visitor leaves. */
  receivers: string;
  /** A way back, when the form is a page of its own. */
  cancel?: ReactNode;
}

const toQuestionField = ({ id, label, kind, options, isRequired }: LeadQuestion): FormField => ({
  name: answerName(id),
  label,
  isLong: kind === 'text',
  options: { text: undefined, choice: options, yesNo: ['Yes', 'No'] }[kind],
  ...(isRequired ? { needed: `Please answer: ${label}` } : {}),
});

/** The short form with the fields the owner chose, on the card and, after a refusal, on a page of its own. */
export function LeadForm({ card, state, hasReceipts, receivers, cancel }: LeadFormProps) {
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
      {card.leadQuestions.map((question) => (
        <FormControl key={question.id} field={toQuestionField(question)} state={state} prefix="lead" />
      ))}
      {card.leadConsentText && (
        <FormChoice
          name="consent"
          label={card.leadConsentText}
          state={state}
          prefix="lead"
          needed="Please check the box to continue"
        />
      )}
      {hasReceipts && <FormChoice name="wantsReceipt" label={RECEIPT_TEXT} state={state} prefix="lead" />}
      <div className="buttons">
        {cancel}
        <button className="action" type="submit" data-pending="Sending...">
          Send
        </button>
      </div>
      <FormNote receivers={receivers} />
      {(card.leadConsentText || card.leadQuestions.length > 0) && (
        <input type="hidden" name="form" value={formVersion(card)} />
      )}
      <FormTrap prefix="lead" shownAt={state.shownAt} />
    </form>
  );
}
