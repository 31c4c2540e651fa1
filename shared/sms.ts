/** Which words people agree to next to the consent box (`site/card/SmsConsent.tsx`): a new date with new words. */
export const SMS_CONSENT_VERSION = '2026-11-22';
