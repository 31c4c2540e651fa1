import { accountHere } from '#app/frame/api/account-here.ts';
import { formatDay, formatMoment } from '#app/frame/dates.ts';
import { paths } from '#app/frame/paths.ts';
import type { TeamNeed } from '#shared/accounts/account.ts';
import { PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import { type DeviceFacts, type DueKind, findNeedy, type NoticeFacts, teamToReview } from './list-notices.ts';

export interface NoticeWords {
  /** The first words of the sentence, and the rest of it. */
  title: string;
  text: string;
  action: string;
  /** The address that the action leads to; without one, `NoticeAct` does what it says. */
  to?: string;
  isUrgent?: boolean;
  /** False for what stands until it is settled. */
  isClosable?: boolean;
}

const PRICE = `$${PRICE_PER_CARD_USD}/month`;

/** "1 contact", "2,000 contacts" */
const countOf = (count: number, one: string, many: string) =>
  count === 1 ? one : `${count.toLocaleString()} ${many}`;
const untilDay = (day: string | null) => (day ? ` until ${formatDay(day)}` : '');

const toReview = (count: number, where = ''): NoticeWords => ({
  title: `${count.toLocaleString()} unreviewed${where}`,
  text: count === 1 ? 'This may be spam.' : 'These may be spam.',
  action: 'Review',
  isClosable: true,
});

type Words = (facts: NoticeFacts, device: DeviceFacts) => NoticeWords;

/** By what the team waits for, from its name, until when, and its id. */
const TEAM_WORDS: Record<TeamNeed['kind'], (name: string, until: string | null, id: string) => NoticeWords> =
  {
    payment: (name, until, id) => ({
      title: `A payment of ${name} failed`,
      text: until
        ? `Cards can be claimed${untilDay(until)}.`
        : 'No more cards can be claimed until it’s paid.',
      action: 'Check Payment',
      to: paths.team(id, 'billing'),
      isUrgent: true,
    }),
    trial: (name, until, id) => ({
      title: `${name} is free${untilDay(until)}`,
      text: 'Subscribe before then, so that more cards can be claimed.',
      action: 'Open Billing',
      to: paths.team(id, 'billing'),
    }),
    expired: (name, _until, id) => ({
      title: `${name} has no subscription`,
      text: 'Its cards stay online, and no more can be claimed.',
      action: 'Open Billing',
      to: paths.team(id, 'billing'),
    }),
    offer: (name, _until, id) => ({
      title: `Become the owner of ${name}?`,
      text: 'Its owner wants to hand it over to you.',
      action: 'Accept or Decline',
      to: paths.team(id),
    }),
    twoStep: (name) => ({
      title: 'Turn on two-step verification',
      text: `${name} requires it of team admins.`,
      action: 'Sign-in & Security',
      to: paths.settings('security'),
    }),
  };

const WORDS: Record<DueKind, Words> = {
  payment: ({ due: { failedPayment } }) => ({
    title: 'Payment Failed',
    text: failedPayment?.accessEndsAt
      ? `You keep access${untilDay(failedPayment.accessEndsAt)}.`
      : 'You can create cards again once it’s paid.',
    action: 'Check Payment',
    to: paths.subscribe,
    isUrgent: true,
  }),
  expired: ({ due: { hasEverPaid } }) => ({
    title: 'Subscription Required',
    text: `Your ${hasEverPaid ? 'subscription' : 'trial'} has ended. ${PRICE} is needed to create cards.`,
    action: `Subscribe ${PRICE}`,
    to: paths.subscribe,
  }),
  team: ({ due }) => {
    const team = findNeedy(due);
    return TEAM_WORDS[team?.needs?.kind ?? 'twoStep'](
      team?.name ?? '',
      team?.needs?.until ?? null,
      team?.id ?? '',
    );
  },
  address: () => ({
    title: 'Your account has no email address',
    text: 'Add one, so that you can always get back in.',
    action: 'Add Email Address',
    isUrgent: true,
  }),
  refused: ({ user, emailRefusedAt }) => ({
    title: 'Your email isn’t arriving',
    text: `${user.email} has refused it since ${formatDay(emailRefusedAt ?? '')}.`,
    action: 'Check your address',
    to: paths.settings('general'),
    isUrgent: true,
  }),
  trial: ({ user: { trialEndsAt } }) => ({
    title: 'Free Trial Active',
    text: trialEndsAt ? `until ${formatDay(trialEndsAt)}.` : 'Your trial includes everything.',
    action: 'Subscribe Now',
    to: paths.subscribe,
  }),
  waiting: (_facts, { waiting = 0 }) => ({
    title: countOf(waiting, '1 contact waits to be sent', 'contacts wait to be sent'),
    text: 'Saved on this device.',
    action: 'Review',
  }),
  unreviewed: ({ due: { unreviewed, contactsFull } }) => ({
    ...toReview(unreviewed),
    ...(contactsFull === 100 && { text: 'Keep them once your contacts have room.' }),
  }),
  teamUnreviewed({ due }) {
    const { id = '', name = '', unreviewed = 0 } = teamToReview(due) ?? {};
    const words = {
      ...toReview(unreviewed, ` in ${name}`),
      text: 'Some may be spam, or came while contacts were full.',
    };
    return accountHere() === id ? words : { ...words, to: paths.contactsOf(id) };
  },
  full: ({ user: { hasPaid }, due: { contactsFull } }) => ({
    title: contactsFull === 100 ? 'Your contacts are full' : `Your contacts are over ${contactsFull}% full`,
    text: `Export and delete some${hasPaid ? '' : ', or subscribe for more room'}.`,
    ...(hasPaid
      ? { action: 'Contact settings', to: paths.settings('contacts') }
      : { action: 'Subscribe', to: paths.subscribe }),
    isClosable: contactsFull < 100,
  }),
  event: ({ due: { event } }) => ({
    title: 'Now at',
    text: `${[event?.name, event?.place].filter(Boolean).join(', ')}, until ${formatMoment(event?.endsAt ?? '')}.`,
    action: 'End now',
  }),
  cancelled: ({ user: { subscriptionEndsAt } }) => ({
    title: 'Subscription Cancelled',
    text: `You keep access${untilDay(subscriptionEndsAt)}.`,
    action: 'Resume Subscription',
    to: paths.subscribe,
  }),
  pending: ({ user: { pendingEmail } }) => ({
    title: 'Confirm your new email address',
    text: `Open the link we sent to ${pendingEmail}.`,
    action: 'Resend or Cancel',
  }),
  confirm: () => ({
    title: 'Confirm your email address',
    text: 'Open the link we sent you.',
    action: 'Resend Link',
    isClosable: true,
  }),
  reminder: ({ due: { nextReminder } }) => ({
    title: 'Next reminder',
    text: `${nextReminder?.contactName}, ${formatMoment(nextReminder?.at ?? '')}.`,
    action: 'Reminders',
    isClosable: true,
  }),
  push: () => ({
    title: 'Hear about new contacts on this device',
    text: '',
    action: 'Notify Me',
    isClosable: true,
  }),
};

export const wordsOf = (kind: DueKind, facts: NoticeFacts, device: DeviceFacts): NoticeWords =>
  WORDS[kind](facts, device);
