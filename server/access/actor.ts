import type { AccountId } from '#shared/accounts/ids.ts';

/** Who makes a change. It stands with every change, beside the account that it is made for. */

export const ACTOR_KINDS = ['person', 'administrator', 'visitor', 'key', 'system'] as const;

export interface Actor {
  kind: (typeof ACTOR_KINDS)[number];
  /** The person's id, or the key's; null for a visitor and for the system. */
  id: string | null;
}

export const VISITOR: Actor = { kind: 'visitor', id: null };

/** Jobs, and what the payment provider says. */
export const SYSTEM: Actor = { kind: 'system', id: null };

export const asPerson = ({ id }: { id: string }): Actor => ({ kind: 'person', id });

/** Who began what a job goes on with. */
export const actorOf = ({
  actorKind,
  actorId,
}: {
  actorKind: string | null;
  actorId: string | null;
}): Actor => ({
  kind: ACTOR_KINDS.find((kind) => kind === actorKind) ?? 'system',
  id: actorId,
});

export const actorStamp = ({ kind, id }: Actor) => ({ actorKind: kind, actorId: id });

/** The columns that every inserted row takes from its context: the account, and who acts for it. Of new things, `stampNew` asks the rules. */
export const stamp = ({ account, actor }: { account: { id: AccountId }; actor: Actor }) => ({
  userId: account.id,
  ...actorStamp(actor),
});
