import { formatDay } from '#app/frame/dates.ts';
import type { Account } from '#shared/accounts/account.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { type NoticeChoices, type PushDevice, UNCONFIRMED_NOTICE_DAYS } from '#shared/messages/notices.ts';

export interface ReminderFacts {
  account: Pick<Account, 'sendsMail'> & {
    user: Pick<Account['user'], 'email' | 'isEmailConfirmed' | 'createdAt'>;
  };
  settings: Pick<NoticeChoices, 'mail' | 'push'>;
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
  const { email, isEmailConfirmed, createdAt } = account.user;
  const isUnproven = account.sendsMail && email !== '' && !isEmailConfirmed;
  const lastMail = Date.parse(createdAt) + UNCONFIRMED_NOTICE_DAYS * DAY_MS;
  const noMail = !account.sendsMail
    ? 'email isn’t set up yet'
    : !settings.mail.reminder
      ? 'emails about reminders are off'
      : email === ''
        ? 'your account has no email address'
        : isUnproven && lastMail <= now && 'your email address isn’t confirmed';
  const noPush = !settings.push.reminder
    ? 'push notifications about reminders are off'
    : !devices.some(({ isGone }) => !isGone) && 'no device shows notifications';
  const isAddressDue = settings.mail.reminder && account.sendsMail && (email === '' || isUnproven);
  const isSwitchDue = noPush !== false || !settings.mail.reminder;
  return {
    text: sayWays(noMail, noPush, isUnproven ? new Date(lastMail).toISOString() : null),
    fixes: [
      ...(isAddressDue ? (['general'] as const) : []),
      ...(isSwitchDue ? (['notifications'] as const) : []),
    ],
  };
}

/** `noMail` and `noPush` say why not; from `lastMail` on, mails need a confirmed address. */
function sayWays(noMail: string | false, noPush: string | false, lastMail: string | null): string {
  if (noMail && noPush) return `Nothing will be sent: ${noMail}, and ${noPush}.`;
  if (noMail) return 'We’ll notify your devices.';
  if (!lastMail) return noPush ? 'We’ll email you.' : 'We’ll email you and notify your devices.';
  const devices = noPush ? '' : 'notify your devices and ';
  return `We’ll ${devices}email you, but from ${formatDay(lastMail)} on only if your address is confirmed.`;
}
