import { smsConsentWords } from '#shared/messages/text-message.ts';
import { FormChoice, type FormState } from './form-parts.tsx';

/**
 * Consent to one text message: who sends it, and every word of it. The label is the sentence alone: screen readers
 * would read all of the message as the name of the box, and voice control would take its words for labels of other
 * fields.
 */
export function SmsConsent({ owner, text, state }: { owner: string; text: string; state: FormState }) {
  return (
    <FormChoice
      name="smsConsent"
      label={smsConsentWords(owner)}
      hint={`Message: “${text}” Message and data rates may apply.`}
      state={state}
      prefix="exchange"
    />
  );
}
