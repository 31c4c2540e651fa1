import { smsConsentWords } from '#shared/messages/text-message.ts';
import { FormChoice, type FormState } from './form-parts.tsx';

/** Consent to one text message: who sends it, and every word of it. */
export function SmsConsent({ owner, text, state }: { owner: string; text: string; state: FormState }) {
  return (
    <FormChoice
      name="smsConsent"
      label={smsConsentWords(owner)}
      hint={`The message: “${text}” Your carrier may charge for it.`}
      state={state}
      prefix="exchange"
    />
  );
}
