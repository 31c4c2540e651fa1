import { FormChoice, type FormState } from './form-parts.tsx';

/**
 * Consent to one text message: who sends it, and every word of it. Its words are proof later: change
 * `SMS_CONSENT_VERSION` with them, and note the former in docs/text-messages.md.
 */
export function SmsConsent({ owner, text, state }: { owner: string; text: string; state: FormState }) {
  return (
    <FormChoice
      name="smsConsent"
      label={`${owner} may text me once, at the phone number above.`}
      hint={`The message: “${text}” Your carrier may charge for it.`}
      state={state}
      prefix="exchange"
    />
  );
}
