import type { ReactNode } from 'react';
import type { PublicCard } from '#shared/cards/cards.ts';
import { RECEIPT_TEXT } from '#shared/contract/lead-questions.ts';
import { textVersion } from '#shared/contract/text-version.ts';
import { CONTACT_FIELD_NAMES, contactField } from '#shared/people/contact-fields.ts';
import {
  FormAlert,
  FormChoice,
  FormControl,
  type FormField,
  FormNote,
  type FormState,
  FormTrap,
  toFormField,
  toGroups,
} from './form-parts.tsx';
import { SmsConsent } from './SmsConsent.tsx';

const FIELDS: FormField[] = CONTACT_FIELD_NAMES.flatMap((name) => {
  const field = contactField(name);
  return field.form ? [{ ...toFormField(name, field), ...field.form }] : [];
});

export interface ExchangeFormProps {
  card: Pick<PublicCard, 'id' | 'fullName'>;
  state: FormState;
  /** The text that a visitor may agree to get; null if none would be sent. */
  offeredText: string | null;
  /** True if this server can mail a receipt. */
  hasReceipts: boolean;
  /** Who gets what a visitor leaves. */
  receivers: string;
  heading: ReactNode;
  /** Leaves the form: a button in the dialog, a link on the page. */
  cancel: ReactNode;
}

/** Contact exchange as a plain form, the same on its own page and in the dialog. */
export function ExchangeForm({
  card,
  state,
  offeredText,
  hasReceipts,
  receivers,
  heading,
  cancel,
}: ExchangeFormProps) {
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
      {toGroups(FIELDS).map((group) =>
        group[0]?.isHalf ? (
          <div key={group[0].name} className="pair">
            {group.map(control)}
          </div>
        ) : (
          group.map(control)
        ),
      )}
      {offeredText && <SmsConsent owner={card.fullName} text={offeredText} state={state} />}
      {hasReceipts && <FormChoice name="wantsReceipt" label={RECEIPT_TEXT} state={state} prefix="exchange" />}
      <div className="buttons">
        {cancel}
        <button className="action" type="submit" data-pending="Sharing...">
          Share Contact
        </button>
      </div>
      <FormNote receivers={receivers} />
      {/* Last, because a dialog focuses its first field, in WebKit even a hidden one. */}
      <input type="hidden" name="cardId" value={card.id} />
      {offeredText && <input type="hidden" name="textVersion" value={textVersion(offeredText)} />}
      <FormTrap prefix="exchange" shownAt={state.shownAt} />
    </form>
  );
}
