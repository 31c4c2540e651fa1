import { SYSTEM } from '#server/access/actor.ts';
import { type AccountId, accountId, type PersonId, personId } from '#shared/accounts/ids.ts';

/** Callers that no request brings: they act for whom they are given, as far as the rules let their role (docs/decisions/354). */

const actFor = (id: AccountId | PersonId) => ({
  account: { id: accountId.parse(id) },
  user: { id: personId.parse(id) },
  scope: 'everything' as const,
});

/** A job, or what the payment provider says. */
export const systemFor = (id: AccountId | PersonId) => ({
  ...actFor(id),
  actor: SYSTEM,
  role: 'system' as const,
});

/** An administrator, who runs the platform but sees no cards and no contacts. */
export const administratorFor = ({ user }: { user: { id: PersonId } }, id: AccountId | PersonId) => ({
  ...actFor(id),
  actor: { kind: 'administrator' as const, id: user.id },
  role: 'administrator' as const,
});
