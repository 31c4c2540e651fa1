import { accountHere } from '#app/frame/api/account-here.ts';
import type { Account } from '#shared/accounts/account.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** The owner's notices, most important first: the slot under the header shows the first of them. */

export type NoticeFacts = Pick<Account, 'user' | 'due' | 'emailRefusedAt'>;

/** The kind of screen: what is about the dashboard's owner or their contacts is not said elsewhere, and a team's own says what it waits for. */
export type NoticePlace = 'dashboard' | 'contacts' | 'contacts tab' | 'team' | 'elsewhere';

/** Known to this browser only. */
export interface DeviceFacts {
  /** Contacts that were noted down without a network; undefined until they are counted. */
  waiting: number | undefined;
  canAskForPush: boolean;
}

/** A trial's last days come before what waits in the app. */
const LAST_DAYS = 3;

export type DueKind =
  | 'payment'
  | 'expired'
  | 'team'
  | 'address'
  | 'refused'
  | 'trial'
  | 'waiting'
  | 'unreviewed'
  | 'teamUnreviewed'
  | 'full'
  | 'event'
  | 'cancelled'
  | 'pending'
  | 'confirm'
  | 'reminder'
  | 'push';

/** The first team that waits for something; earlier releases did not keep what. */
export const findNeedy = ({ teams }: NoticeFacts['due']) => teams?.find(({ needs }) => needs);

/** The team in which people wait to be reviewed: the one of this screen, or else the first. */
export const teamToReview = ({ teams }: NoticeFacts['due']) => {
  const waiting = teams?.filter(({ unreviewed }) => unreviewed) ?? [];
  return waiting.find(({ id }) => id === accountHere()) ?? waiting[0];
};

/** Only the kinds: their words, which are longer, load after the first paint. */
export function listNotices(
  { user, due, emailRefusedAt }: NoticeFacts,
  { waiting, canAskForPush }: DeviceFacts,
  place: NoticePlace,
  now: Date,
): DueKind[] {
  const { trialEndsAt, subscriptionStatus: status } = user;
  const isTrial = status === 'trial' && !due.isPaidByTeam;
  const isEnding =
    isTrial && trialEndsAt !== null && Date.parse(trialEndsAt) - now.getTime() <= LAST_DAYS * DAY_MS;
  const isDashboard = place === 'dashboard' || place === 'contacts tab';
  const isOfContacts = place === 'contacts' || place === 'contacts tab';
  const isAddressGone = !user.email && !user.pendingEmail;
  const order: [DueKind, unknown][] = [
    ['payment', due.failedPayment],
    ['expired', !due.failedPayment && status === 'expired' && (due.hasEverPaid || !due.isPaidByTeam)],
    ['team', place !== 'team' && findNeedy(due)?.needs],
    ['address', isAddressGone],
    ['refused', !isAddressGone && emailRefusedAt],
    ['pending', !user.email && user.pendingEmail],
    ['trial', isEnding],
    ['waiting', waiting],
    // A dialog about one's own would act for the team that the screen is about.
    ['unreviewed', !accountHere() && due.unreviewed],
    ['teamUnreviewed', teamToReview(due)],
    ['full', isOfContacts && due.contactsFull],
    ['event', isOfContacts && due.event],
    ['trial', isDashboard && isTrial && !isEnding],
    ['cancelled', isDashboard && status === 'cancelled'],
    ['pending', isDashboard && user.email && user.pendingEmail],
    ['confirm', isDashboard && !user.pendingEmail && due.isConfirmationDue],
    ['reminder', isOfContacts && due.nextReminder],
    ['push', isOfContacts && due.hasContacts && canAskForPush],
  ];
  return order.flatMap(([kind, isDue]) => (isDue ? kind : []));
}
