import { type SQL, sql } from 'drizzle-orm';
import { IS_RESTING } from '#server/access/find-account.ts';
import type { systemFor } from '#server/access/system.ts';
import { isKept, profilePublicText } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { TeamNeed } from '#shared/accounts/account.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { type SubscriptionState, statusAt } from '#shared/money/subscription.ts';
import type { TeamRole } from '#shared/teams/roles.ts';

/** A team that somebody is in, and what it waits for them to do. */

export interface TeamFacts {
  id: AccountId;
  name: string;
  role: TeamRole;
  isSuspended: boolean;
  isHidden: boolean;
  /** Null if nobody was asked to become the owner. */
  isOffered: boolean | null;
  isResting: boolean;
  status: SubscriptionState['subscriptionStatus'];
  trialEndsAt: string | null;
  subscriptionEndsAt: string | null;
  subscriptionId: string | null;
  /** Of the owner's team: the payment that failed, if one did. */
  failing: { lapses: string | null } | null;
  /** Of the owner's team without a subscription: somebody holds a card. */
  isClaimed: boolean;
  /** Submissions that wait for those who run it; none while it is suspended. */
  unreviewed: number;
}

/**
 * SQL: the teams that somebody is in as JSON, without deleted ones, in the order in which they joined. The role of a
 * resting admin is a member's.
 */
export const teamsOf = (caller: ReturnType<typeof systemFor>, moment: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object(
    'id', t.id, 'name', t.name, 'role', case when ${IS_RESTING} then 'member' else m.role end,
    'isSuspended', a.suspended_at is not null,
    'isHidden', not (${sql.raw(profilePublicText('a'))}), 'isOffered', t.offered_to = m.user_id, 'isResting', ${IS_RESTING},
    'status', a.subscription_status, 'trialEndsAt', a.trial_ends_at, 'subscriptionEndsAt', a.subscription_ends_at,
    'subscriptionId', a.stripe_subscription_id,
    'failing', case when m.role = 'owner' then (select json_build_object('lapses', s.lapses_at) from subscriptions s
      where s.user_id = t.id and s.status = 'past_due' and (s.cancels_at is null or s.cancels_at > ${moment})) end,
    'unreviewed', case when m.role = 'member' or ${IS_RESTING} or a.suspended_at is not null then 0 else (
      select count(*) from unreviewed_submissions w where w.user_id = t.id and w.reviewed_at is null) end,
    'isClaimed', m.role = 'owner' and a.stripe_subscription_id is null and exists (
      select from business_cards h where h.user_id = t.id and h.holder_id is not null and ${isKept('h')})
  ) order by m.joined_at, m.id), '[]')
  from team_members m join teams t on t.id = m.team_id join users a on a.id = t.id
  where ${whereCan(caller, 'see', 'membership', 'm')} and ${isKept('t')})`;

const LAST_DAYS = 3;

const toDate = (moment: string | null) => (moment === null ? null : new Date(moment));

/** The first of what a team waits for; null if there is nothing. */
export function needOf(row: TeamFacts, now: Date): TeamNeed | null {
  const trialEndsAt = toDate(row.trialEndsAt);
  const status = statusAt(
    {
      subscriptionStatus: row.status,
      trialEndsAt,
      subscriptionEndsAt: toDate(row.subscriptionEndsAt),
      stripeSubscriptionId: row.subscriptionId,
    },
    now,
  );
  if (row.isSuspended) return null;
  if (row.isOffered) return { kind: 'offer', until: null };
  if (row.isResting) return { kind: 'twoStep', until: null };
  if (row.failing && row.subscriptionId) {
    return { kind: 'payment', until: toDate(row.failing.lapses)?.toISOString() ?? null };
  }
  if (!row.isClaimed) return null;
  if (status === 'expired') return { kind: 'expired', until: null };
  const isEnding = trialEndsAt !== null && trialEndsAt.getTime() - now.getTime() <= LAST_DAYS * DAY_MS;
  return status === 'trial' && isEnding ? { kind: 'trial', until: trialEndsAt.toISOString() } : null;
}
