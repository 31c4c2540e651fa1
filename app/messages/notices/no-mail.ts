import type { Account } from '#shared/accounts/account.ts';
import { UNCONFIRMED_NOTICE_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { NoticeChoices } from '#shared/messages/notices.ts';

export interface MailFacts {
  account: Pick<Account, 'sendsMail'> & {
    user: Pick<Account['user'], 'email' | 'isEmailConfirmed' | 'createdAt'>;
  };
  settings: Pick<NoticeChoices, 'isMailUsedUp'>;
}

/** From when on mails need a confirmed address, in ms; null for one that is, or need not be. */
export function lastUnconfirmedMail({ sendsMail, user }: MailFacts['account']): number | null {
  const isUnconfirmed = sendsMail && user.email !== '' && !user.isEmailConfirmed;
  return isUnconfirmed ? Date.parse(user.createdAt) + UNCONFIRMED_NOTICE_DAYS * DAY_MS : null;
}

/** Why no notice at all is mailed, whatever is switched on, as the end of a sentence; null if notices are mailed. */
export function whyNoMail({ account, settings }: MailFacts, now: number): string | null {
  if (!account.sendsMail) return 'email isn’t set up yet';
  if (account.user.email === '') return 'your account has no email address';
  const last = lastUnconfirmedMail(account);
  return last !== null && (last <= now || settings.isMailUsedUp)
    ? 'your email address isn’t confirmed'
    : null;
}
