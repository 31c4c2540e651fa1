import {
  needsTwoStep,
  notFound,
  notYours,
  outOfScope,
  refusalOf,
  signedOut,
  suspended,
} from '#server/access/refusals.ts';
import {
  type AccessScope,
  type AccountRole,
  type ActionOn,
  isForHeldOnly,
  isInScope,
  mayAs,
  type ObjectKind,
  ruleOf,
} from '#server/access/rules.ts';
import { isProfilePublic, isPublic } from '#server/access/visibility.ts';
import type { businessCards } from '#server/db/schema/cards.ts';
import type { users } from '#server/db/schema/users.ts';
import type { AccountId, PersonId } from '#shared/accounts/ids.ts';
import type { Who } from '#shared/contract/api.ts';
import { AppError } from '#shared/contract/errors.ts';
import { statusAt } from '#shared/money/subscription.ts';

/** Decisions about loaded rows. Lists, and statements that find and change a row at once, use `whereCan` instead. */

type UserRow = typeof users.$inferSelect;
type CardRow = typeof businessCards.$inferSelect;

/** The requester: the context of any endpoint, or `STRANGER`. */
export interface Caller {
  user?: { id: PersonId } | null;
  /** For whom they act. */
  account: Pick<UserRow, 'id'> | null;
  role: AccountRole | null;
  scope: AccessScope;
}

export const STRANGER: Caller = { account: null, role: null, scope: 'everything' };

/** The facts about a resource that a decision needs. */
export interface Subject<K extends ObjectKind> {
  kind: K;
  ownerId: AccountId;
  holderId?: PersonId | null;
  isPublic: boolean;
}

interface FoundCard {
  card: Pick<CardRow, 'isActive' | 'isUnclaimed' | 'holderId'>;
  owner: Pick<UserRow, 'id' | 'isProfileVisible' | 'arePagesSuspended'>;
}

export const toCardSubject = ({ card, owner }: FoundCard): Subject<'card'> => ({
  kind: 'card',
  ownerId: owner.id,
  holderId: card.holderId,
  isPublic: isPublic(card, owner),
});

export const toPortfolioSubject = (
  owner: Pick<UserRow, 'id' | 'isProfileVisible' | 'arePagesSuspended'>,
): Subject<'portfolio'> => ({
  kind: 'portfolio',
  ownerId: owner.id,
  isPublic: isProfilePublic(owner),
});

/** An account, by its row. */
export const toAccountSubject = ({ id }: Pick<UserRow, 'id'>): Subject<'account'> => ({
  kind: 'account',
  ownerId: id,
  isPublic: false,
});

/** The figures of a card. */
export const toFiguresSubject = ({ card, owner }: FoundCard): Subject<'figures'> => ({
  kind: 'figures',
  ownerId: owner.id,
  holderId: card.holderId,
  isPublic: false,
});

/** The texts that go out in this owner's name. */
export const toTextSubject = (ownerId: AccountId): Subject<'textMessage'> => ({
  kind: 'textMessage',
  ownerId,
  isPublic: false,
});

export function can<K extends ObjectKind>(caller: Caller, action: ActionOn<K>, subject: Subject<K>): boolean {
  if (
    caller.account?.id === subject.ownerId &&
    mayAs(caller, subject.kind, action) &&
    isWithin(caller, action, subject)
  )
    return true;
  return ruleOf(subject.kind, action).isForVisitors === true && subject.isPublic;
}

/** True unless the caller may only with what they hold, and does not hold this. */
const isWithin = <K extends ObjectKind>(
  { role, user }: Caller,
  action: ActionOn<K>,
  { kind, holderId }: Subject<K>,
): boolean =>
  role !== null &&
  (!isForHeldOnly(ruleOf(kind, action), role) || (holderId != null && holderId === user?.id));

/** True if the caller holds a card, whatever account they act for. */
export const holds = ({ user }: Caller, { holderId }: { holderId: PersonId | null }): boolean =>
  holderId !== null && holderId === user?.id;

/** True if the caller is this person. */
export const isSelf = ({ user }: { user: { id: PersonId } }, person: string | null): boolean =>
  user.id === person;

/** Throws 403 if the caller's role in the account they act for, or their credential, does not let them. */
export function requireTo<K extends ObjectKind>(
  caller: { role: AccountRole; scope: AccessScope },
  action: ActionOn<K>,
  kind: K,
): void {
  if (!mayAs(caller, kind, action)) throw refusalOf(caller, kind, action);
}

/**
 * Throws 404 for a card that does not exist or that the caller may not see, and 403 for one they may only see, or may
 * again once they have turned on the two-step verification that their team requires.
 */
export function authorize<Found extends FoundCard>(
  caller: Caller,
  action: ActionOn<'card'>,
  found: Found | null,
): Found {
  if (!found) throw notFound('card');
  const subject = toCardSubject(found);
  // Once they have turned two-step verification on.
  const isResting = caller.role === 'restingAdmin' && can({ ...caller, role: 'teamAdmin' }, action, subject);
  if (!can(caller, 'see', subject)) throw isResting ? needsTwoStep() : notFound('card');
  if (!isInScope(caller.scope, 'card', action)) throw outOfScope();
  if (!can(caller, action, subject)) throw isResting ? needsTwoStep() : notYours();
  return found;
}

/** Throws 403 if a change pauses a card or ends its pause, and the caller may not. */
export function authorizePause(
  caller: { role: AccountRole; scope: AccessScope },
  kept: Pick<CardRow, 'isActive'>,
  { isActive = kept.isActive }: { isActive?: boolean | undefined },
): void {
  if (isActive !== kept.isActive) requireTo(caller, 'pause', 'card');
}

/** Throws 403 for accounts that may not create cards because their subscription has expired. */
export function authorizeNewCard({ account }: { account: UserRow }, now: Date): void {
  if (statusAt(account, now) !== 'expired') return;
  throw new AppError(
    'forbidden',
    'Subscription Required. Subscribe for $5/month per card to create cards again.',
  );
}

/**
 * The user of a call that requires one, for whom they act and with which role; throws 401 if nobody is signed in, and 403 if
 * only administrators may make it or
 * the account is suspended.
 */
export function requireUser<
  User extends Pick<UserRow, 'isAdmin' | 'suspendedAt' | 'suspensionMessage'>,
  Account,
>(
  {
    user,
    account,
    role,
    scope,
  }: { user: User | null; account: Account | null; role: AccountRole | null; scope: AccessScope },
  { who, whileSuspended }: { who: Exclude<Who, 'anyone'>; whileSuspended: boolean },
): { user: User; account: Account; role: AccountRole } {
  if (!user || !account || !role) throw signedOut();
  if (user.suspendedAt && !whileSuspended) throw suspended(user);
  if (who === 'admin' && !(user.isAdmin && scope === 'everything')) {
    throw new AppError('forbidden', 'Only administrators may do this.');
  }
  return { user, account, role };
}

/** True if the caller sees pages of the operator that are not published yet. */
export const canPreview = ({ user, scope }: { user: Pick<UserRow, 'isAdmin'> | null; scope: AccessScope }) =>
  user?.isAdmin === true && scope === 'everything';
