import { and, eq, isNull } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { billingEvents, subscriptions } from '#server/db/schema/money.ts';
import { teams, users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { TRIAL_DAYS } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { isRunning } from './state.ts';
import { type BillingParts, syncUser } from './sync.ts';
import { grantTrial, newTrial, setTrialEnd } from './write-subscription.ts';

/**
 * Grants a user more free days, counted from the end of their trial, or from now if that is over. A trial at the
 * provider is extended there; a user without one gets it here; a paying user is refused. `by` is recorded in the
 * history, in one transaction with what `inside` adds.
 */
export async function extendTrial(
  parts: BillingParts,
  user: UserRow,
  { days, by }: { days: number; by: string },
  inside: (tx: Db) => Promise<void>,
): Promise<void> {
  const now = parts.now();
  const from = user.trialEndsAt && user.trialEndsAt > now ? user.trialEndsAt : now;
  const trialEndsAt = new Date(from.getTime() + days * DAY_MS);
  const note = {
    id: `grant_${newId()}`,
    type: 'trial.extended',
    userId: user.id,
    occurredAt: now,
    receivedAt: now,
    appliedAt: now,
    effect: `${days} free days until ${trialEndsAt.toISOString()}, given by ${by}`,
  };
  const addNote = async (tx: Db) => {
    await tx.insert(billingEvents).values(note);
    await inside(tx);
  };
  const [known] = await parts.db
    .select()
    .from(subscriptions)
    .where(whereCan(systemFor(user.id), 'see', 'subscription'));
  if (user.stripeSubscriptionId && known && isRunning(known)) {
    if (known.status !== 'trialing') {
      throw new AppError('conflict', 'This user already pays. Free days are for trials.');
    }
    await parts.billing.setTrialEnd(user.stripeSubscriptionId, trialEndsAt);
    await syncUser(parts, user.id, addNote);
    return;
  }
  await parts.db.transaction(async (tx) => {
    await grantTrial(tx, user.id, trialEndsAt);
    await addNote(tx);
  });
}

const nameTeamTrial = (ownerId: string): string => `team_trial_${ownerId}`;

/** How many free days the first claim of a team begins: none if it or its owner has had them. */
export async function countTrialDaysAhead(db: Db, teamId: AccountId): Promise<number> {
  const team = await findBeforeTrial(db, teamId);
  if (!team) return 0;
  const { ownerId } = team;
  return (await db.$count(billingEvents, eq(billingEvents.id, nameTeamTrial(ownerId)))) > 0 ? 0 : TRIAL_DAYS;
}

/** A team that has had no trial yet. */
async function findBeforeTrial(db: Db, teamId: AccountId) {
  const [team] = await db
    .select({ ownerId: teams.ownerId })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.id))
    .where(and(eq(teams.id, teamId), isNull(users.trialEndsAt)));
  return team;
}

/**
 * Begins the free days of a team with its first claimed card, in the transaction that has locked the team: once for each
 * team and once for each owner, whose history has it. Whoever had them for another team pays at once. Does nothing for
 * persons, and for teams that had them.
 */
export async function beginTeamTrial(app: Pick<AppContext, 'now'>, db: Db, teamId: AccountId): Promise<void> {
  const team = await findBeforeTrial(db, teamId);
  if (!team) return;
  const { ownerId } = team;
  const now = app.now();
  const begun = await db
    .insert(billingEvents)
    .values({
      id: nameTeamTrial(ownerId),
      type: 'trial.begun',
      userId: ownerId,
      occurredAt: now,
      receivedAt: now,
      appliedAt: now,
      effect: `free days of the team ${teamId}`,
    })
    .onConflictDoNothing()
    .returning({ id: billingEvents.id });
  await setTrialEnd(db, teamId, begun.length > 0 ? newTrial(now).trialEndsAt : now);
}
