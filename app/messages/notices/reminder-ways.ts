import { formatDay } from '#app/frame/dates.ts';
import type { NoticeChoices, PushDevice } from '#shared/messages/notices.ts';
import { lastUnconfirmedMail, type MailFacts, whyNoMail } from './no-mail.ts';

export interface ReminderFacts extends MailFacts {
  settings: Pick<NoticeChoices, 'mail' | 'push' | 'isMailUsedUp'>;
  devices: readonly Pick<PushDevice, 'isGone'>[];
}

interface ReminderWays {
  /** How a reminder set now arrives, as a sentence. */
  text: string;
  /** Where more can be turned on: the address, and the switches and devices. */
  fixes: ('general' | 'notifications')[];
}

/** How reminders reach their owner, who may have switched off mails and devices, or have neither. */
export function sayReminderWays(facts: ReminderFacts, now: number): ReminderWays {
  const { account, settings, devices } = facts;
  const lastMail = lastUnconfirmedMail(account);
  const noMail =
    account.sendsMail && !settings.mail.reminder ? 'emails about reminders are off' : whyNoMail(facts, now);
  const noPush = !settings.push.reminder
    ? 'push notifications about reminders are off'
    : devices.every(({ isGone }) => isGone)
      ? 'no device shows notifications'
      : null;
  const isAddressDue =
    settings.mail.reminder && account.sendsMail && (account.user.email === '' || lastMail !== null);
  const isSwitchDue = noPush !== null || !settings.mail.reminder;
  return {
    text: sayWays(noMail, noPush, lastMail),
    fixes: [
      ...(isAddressDue ? (['general'] as const) : []),
      ...(isSwitchDue ? (['notifications'] as const) : []),
    ],
  };
}

/** `noMail` and `noPush` say why not; from `lastMail` on, in ms, mails need a confirmed address. */
function sayWays(noMail: string | null, noPush: string | null, lastMail: number | null): string {
  if (noMail && noPush) return `Nothing will be sent: ${noMail}, and ${noPush}.`;
  if (noMail) return 'We’ll notify your devices.';
  if (lastMail === null) return noPush ? 'We’ll email you.' : 'We’ll email you and notify your devices.';
  const devices = noPush ? '' : 'notify your devices and ';
  return `We’ll ${devices}email you, but from ${formatDay(new Date(lastMail).toISOString())} on only if your address is confirmed.`;
}
