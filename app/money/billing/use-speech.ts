import type { SubscriptionStatus } from '#shared/accounts/account.ts';
import { useBilledTeam } from './billed-team.ts';
import { OWN_ACCESS } from './billing-words.ts';
import { STATUS_LABELS } from './status.ts';

/** Words that differ between one's own subscription and that of a team. */

type Access = typeof OWN_ACCESS;

export interface BillingSpeech extends Access {
  labels: Record<SubscriptionStatus, string>;
  /** In place of the label of an ended trial, once a charge has succeeded. */
  endedLabel: string;
  accessLabel: string;
  /** Likewise, and that nothing is charged `again` or `more`. */
  untilThen: (day: string, again: 'again' | 'more') => string;
  added: string;
  removed: string;
  changed: string;
  stayOnline: string;
  noMore: string;
  /** Below a bill; `ends`: "trial" or "month". */
  terms: (ends: string) => string;
}

const OWN_SPEECH: BillingSpeech = {
  labels: STATUS_LABELS,
  endedLabel: 'Subscription Ended',
  accessLabel: 'Access until',
  ...OWN_ACCESS,
  untilThen: (day, again) => `You keep access until ${day} and won’t be charged ${again}.`,
  added: 'cards you added',
  removed: 'cards you deleted',
  changed: 'cards you added or deleted',
  stayOnline: 'Your cards stay online',
  noMore: 'but you can’t create new ones',
  terms: (ends) =>
    `One-card minimum. Cancel anytime under Subscription; you keep access until your ${ends} ends.`,
};

const TEAM_SPEECH: BillingSpeech = {
  labels: { ...STATUS_LABELS, expired: 'Unpaid' },
  endedLabel: 'Unpaid',
  accessLabel: 'Ends on',
  access: (day) => `More cards can be claimed until ${day}`,
  untilThen: (day, again) => `More cards can be claimed until ${day}, and you won’t be charged ${again}.`,
  afterPayment: 'More cards can be claimed once it’s paid.',
  added: 'cards that were claimed',
  removed: 'cards that people gave up',
  changed: 'cards that were claimed or given up',
  stayOnline: 'The team’s cards stay online',
  noMore: 'but no more can be claimed',
  terms: () =>
    'You pay for claimed cards only: members, team admins, and unclaimed cards cost nothing. Cancel anytime.',
};

export const useSpeech = (): BillingSpeech => (useBilledTeam() === undefined ? OWN_SPEECH : TEAM_SPEECH);
