import { formatDay, formatMoment } from '#app/frame/dates.ts';
import { paths } from '#app/frame/paths.ts';
import type { Account } from '#shared/accounts/account.ts';
import { PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** Everything the owner should know or do, most important first: the slot under the header shows the first of it. */

export interface Notice {
  kind: string;
  /** The first words of the sentence, and the rest of it. */
  title: string;
  text: string;
  action: string;
  /** Where the action leads; without it, `Act` does what it says. */
  to?: string;
  isUrgent?: boolean;
  /** False for what stands until it is settled. */
  isClosable?: boolean;
}

export type NoticeFacts = Pick<Account, 'user' | 'due' | 'emailRefusedAt'>;

/** The kind of screen: what is about the dashboard's owner or their contacts is not said elsewhere. */
export type Place = 'dashboard' | 'contacts' | 'contacts tab' | 'elsewhere';

/** Known to this browser only. */
export interface DeviceFacts {
  /** Contacts that were noted down without a network; undefined until they are counted. */
  waiting: number | undefined;
  canAskForPush: boolean;
}

/** A trial's last days come before what waits in the app. */
const LAST_DAYS = 3;

export function listNotices(facts: NoticeFacts, device: DeviceFacts, place: Place, now: Date): Notice[] {
  const { trialEndsAt, subscriptionStatus } = facts.user;
  const isEnding =
    subscriptionStatus === 'trial' &&
    trialEndsAt !== null &&
    Date.parse(trialEndsAt) - now.getTime() <= LAST_DAYS * DAY_MS;
  const isDashboard = place === 'dashboard' || place === 'contacts tab';
  const isOfContacts = place === 'contacts' || place === 'contacts tab';
  return [
    ...listPayment(facts),
    ...listAddress(facts),
    ...(isEnding ? [sayTrial(facts)] : []),
    ...listWaiting(facts, device),
    ...(isOfContacts ? listRunning(facts) : []),
    ...(isDashboard && !isEnding ? listSubscription(facts) : []),
    ...(isDashboard ? listConfirmation(facts) : []),
    ...(isOfContacts ? listQuiet(facts, device) : []),
  ];
}

function listPayment({ user, due }: NoticeFacts): Notice[] {
  const isExpired = user.subscriptionStatus === 'expired';
  const { failedPayment, hasEverPaid } = due;
  if (failedPayment) {
    const { accessEndsAt } = failedPayment;
    const text = accessEndsAt
      ? `You keep access until ${formatDay(accessEndsAt)}.`
      : 'You can create cards again once it’s paid.';
    const action = { action: 'Check Payment', to: paths.subscribe, isUrgent: true };
    return [{ kind: 'payment', title: 'Payment Failed', text, ...action }];
  }
  if (!isExpired) return [];
  const price = `$${PRICE_PER_CARD_USD}/month`;
  return [
    {
      kind: 'expired',
      title: 'Subscription Required',
      text: `Your ${hasEverPaid ? 'subscription' : 'trial'} has ended. ${price} is needed to create cards.`,
      action: `Subscribe ${price}`,
      to: paths.subscribe,
    },
  ];
}

function listAddress({ user, emailRefusedAt }: NoticeFacts): Notice[] {
  if (!user.email && !user.pendingEmail) {
    const text = 'Add one, so that you can always get back in.';
    const title = 'Your account has no email address';
    return [{ kind: 'address', title, text, action: 'Add Email Address', isUrgent: true }];
  }
  if (!emailRefusedAt) return [];
  return [
    {
      kind: 'refused',
      title: 'Your email isn’t arriving',
      text: `${user.email} has refused it since ${formatDay(emailRefusedAt)}.`,
      action: 'Check your address',
      to: paths.dashboardTab('settings'),
      isUrgent: true,
    },
  ];
}

const sayTrial = ({ user: { trialEndsAt } }: NoticeFacts): Notice => ({
  kind: 'trial',
  title: 'Free Trial Active',
  text: trialEndsAt ? `until ${formatDay(trialEndsAt)}.` : 'Your trial includes everything.',
  action: 'Subscribe Now',
  to: paths.subscribe,
});

function listWaiting({ due: { unreviewed } }: NoticeFacts, { waiting = 0 }: DeviceFacts): Notice[] {
  const found: Notice[] = [];
  if (waiting > 0) {
    const title =
      waiting === 1 ? '1 contact waits to be sent' : `${format(waiting)} contacts wait to be sent`;
    found.push({ kind: 'waiting', title, text: 'Kept on this device.', action: 'Review' });
  }
  if (unreviewed > 0) {
    const title = `${format(unreviewed)} unreviewed`;
    const text = unreviewed === 1 ? 'This may be spam.' : 'These may be spam.';
    found.push({ kind: 'unreviewed', title, text, action: 'Review', isClosable: true });
  }
  return found;
}

const format = (count: number) => count.toLocaleString();

function listRunning({ user, due: { contactsFull, event } }: NoticeFacts): Notice[] {
  const found: Notice[] = [];
  if (contactsFull > 0) {
    const isFull = contactsFull === 100;
    found.push({
      kind: 'full',
      title: isFull ? 'Your contacts are full' : `Your contacts are over ${contactsFull}% full`,
      text: `Export and delete some${user.hasPaid ? '' : ', or subscribe for more room'}.`,
      ...(user.hasPaid
        ? { action: 'Contact settings', to: paths.dashboardTab('settings') }
        : { action: 'Subscribe', to: paths.subscribe }),
      isClosable: !isFull,
    });
  }
  if (event) {
    const text = `${[event.name, event.place].filter(Boolean).join(', ')}, until ${formatMoment(event.endsAt)}.`;
    found.push({ kind: 'event', title: 'Now at', text, action: 'End now' });
  }
  return found;
}

function listSubscription(facts: NoticeFacts): Notice[] {
  const { subscriptionStatus, subscriptionEndsAt } = facts.user;
  if (subscriptionStatus === 'trial') return [sayTrial(facts)];
  if (subscriptionStatus !== 'cancelled') return [];
  return [
    {
      kind: 'cancelled',
      title: 'Subscription Cancelled',
      text: subscriptionEndsAt
        ? `You keep access until ${formatDay(subscriptionEndsAt)}.`
        : 'You keep access.',
      action: 'Resume Subscription',
      to: paths.subscribe,
    },
  ];
}

function listConfirmation({ user, due }: NoticeFacts): Notice[] {
  if (user.pendingEmail) {
    const title = 'Confirm your new email address';
    return [
      {
        kind: 'pending',
        title,
        text: `Open the link we sent to ${user.pendingEmail}.`,
        action: 'Resend or Cancel',
      },
    ];
  }
  if (!due.isConfirmationDue) return [];
  return [
    {
      kind: 'confirm',
      title: 'Confirm your email address',
      text: 'Open the link we sent you.',
      action: 'Resend Link',
      isClosable: true,
    },
  ];
}

function listQuiet({ due }: NoticeFacts, { canAskForPush }: DeviceFacts): Notice[] {
  const found: Notice[] = [];
  const { nextReminder, hasContacts } = due;
  if (nextReminder) {
    const text = `${nextReminder.contactName}, ${formatMoment(nextReminder.at)}.`;
    found.push({ kind: 'reminder', title: 'Next reminder', text, action: 'Reminders', isClosable: true });
  }
  if (hasContacts && canAskForPush) {
    const title = 'Hear about new contacts on this device';
    found.push({ kind: 'push', title, text: '', action: 'Notify Me', isClosable: true });
  }
  return found;
}
