import { REMINDER_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** When the mail before the first charge comes: with less time left than that, it comes at once. */
export function sayReminder(trialEndsAt: string, now: number): string {
  const isSoon = Date.parse(trialEndsAt) - now < REMINDER_DAYS * DAY_MS;
  return `We’ll email you ${isSoon ? '' : 'three days '}before your first charge.`;
}
