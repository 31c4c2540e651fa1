import { sql } from 'drizzle-orm';
import type { Config } from '#server/config/config.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { deviceName } from '#server/infra/device-name.ts';
import { describeLocation } from '#server/infra/http/locate.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import { type AccountEventKind, findKind } from '#server/infra/journal/event-kinds.ts';
import { networkOf } from '#server/infra/network.ts';
import type { Places } from '#server/infra/places.ts';
import { type AccountId, accountId, type PersonId } from '#shared/accounts/ids.ts';

/** Writes the history of an account, which its owner can read. */

export interface EventContext {
  config: Config;
  places: Places;
  now(): Date;
  /** Missing where nobody asked: in jobs, and on the command line. */
  requester?: Requester | undefined;
  /** Whoever asked. */
  user?: { id: PersonId } | null;
}

/** Where something was done from, as far as it is kept. */
export interface EventOrigin {
  device: string | null;
  network: string | null;
  place: string | null;
}

const NOWHERE: EventOrigin = { device: null, network: null, place: null };

export function originOfRequest(ctx: EventContext): EventOrigin {
  const { requester } = ctx;
  if (!requester) return NOWHERE;
  return {
    device: deviceName(requester.userAgent),
    network: networkOf(requester.address),
    place: describeLocation(ctx, requester),
  };
}

/**
 * Adds an event to the history of an account if the transaction `tx` commits. `details` are what the kind shows
 * (`event-kinds.ts`); they must hold no secret.
 */
export async function recordAccountEvent(
  ctx: EventContext,
  tx: Db,
  userId: AccountId,
  kind: AccountEventKind,
  details: Record<string, string> = {},
): Promise<void> {
  await writeEvent(tx, {
    userId,
    kind,
    details,
    at: ctx.now(),
    count: 1,
    ...originOfRequest(ctx),
    ...actorIn(ctx),
  });
}

const actorIn = ({ requester, user }: EventContext) => ({ actorId: (requester && user?.id) || null });

/** Of the kinds in the history of a team. */
export type TeamEventKind = Extract<AccountEventKind, `in_team_${string}`>;

/** Likewise to the history of a team: who did what, and to whom, if it was done to somebody in it (docs/decisions/367). */
export async function recordTeamEvent(
  ctx: EventContext,
  tx: Db,
  teamId: string,
  kind: TeamEventKind,
  {
    subjectId = null,
    ...details
  }: { subjectId?: string | null; name?: string; from?: string; to?: string } = {},
): Promise<void> {
  const event = { userId: accountId.parse(teamId), kind, details: { ...details }, at: ctx.now(), count: 1 };
  await writeEvent(tx, { ...event, subjectId, ...originOfRequest(ctx), ...actorIn(ctx) });
}

export interface NewEvent extends EventOrigin {
  userId: AccountId;
  kind: AccountEventKind;
  details: Record<string, string>;
  at: Date;
  count: number;
  actorId?: string | null;
  subjectId?: string | null;
}

export async function writeEvent(tx: Db, { at, ...event }: NewEvent): Promise<void> {
  const { kind, device, network } = event;
  const day = at.toISOString().slice(0, 10);
  const foldKey = findKind(kind)?.isFolded ? [kind, day, network ?? '', device ?? ''].join(' ') : null;
  await tx
    .insert(accountEvents)
    .values({ ...event, id: newId(), foldKey, createdAt: at })
    .onConflictDoUpdate({
      target: [accountEvents.userId, accountEvents.foldKey],
      set: { count: sql`${accountEvents.count} + excluded.count`, createdAt: at },
    });
}
