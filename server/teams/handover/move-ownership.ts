import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { isSelf } from '#server/access/can.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import type { AppContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { persons, teamMembers, teams, users } from '#server/db/schema/users.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { followAddress } from '#server/money/billing/customer/follow-address.ts';
import { lockAccounts, type TeamRow } from '#server/teams/create/lock-team.ts';
import { accountId, accountOf, type PersonId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

export type Moving = Pick<AppContext, 'config' | 'places' | 'now' | 'queue'>;

/**
 * Makes somebody the owner of a team; whoever owned it stays as a team admin. Both are told. To be called within a
 * transaction that has locked the team and both persons. `requester`: where the new owner asks from.
 */
export async function moveOwnership(
  ctx: Moving,
  tx: Db,
  team: TeamRow,
  { to, requester }: { to: PersonId; requester?: Requester },
): Promise<void> {
  const teamId = accountId.parse(team.id);
  const next = accountOf({ id: to }).id;
  const isOwner = and(whereCan(systemFor(teamId), 'edit', 'teamMember'), eq(teamMembers.role, 'owner'));
  await tx.update(teamMembers).set({ role: 'admin' }).where(isOwner);
  await tx
    .insert(teamMembers)
    .values({ id: newId(), teamId, userId: next, role: 'owner', joinedAt: ctx.now() })
    .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.userId], set: { role: 'owner' } });
  await tx
    .update(teams)
    .set({ ownerId: next, offeredTo: null })
    .where(whereCan(systemFor(teamId), 'edit', 'team'));
  await followAddress(ctx, tx, teamId);
  const both = await tx
    .select()
    .from(persons)
    .where(inArray(persons.id, [next, team.ownerId]));
  for (const person of both) {
    const isNext = person.id === next;
    if (isNext) {
      const about = { name: person.fullName, subjectId: next };
      await recordTeamEvent(
        { ...ctx, requester, user: { id: to } },
        tx,
        team.id,
        'in_team_owner_changed',
        about,
      );
    }
    const kind = isNext ? 'team_owned' : 'team_handed_over';
    const from = { ...ctx, requester: isNext ? requester : undefined };
    await noticeOwner(from, tx, person, kind, { name: team.name });
  }
}

/**
 * Makes a person the owner of a team whose owner cannot do it, and a member if they were none. `named`: its id or username. Throws 404 if
 * there is no such team, and 409 if it is theirs already or their account is suspended or gone.
 */
export async function appointOwner(ctx: Moving, tx: Db, named: string, to: PersonId): Promise<TeamRow> {
  const [known] = await tx
    .select({ id: users.id })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.id))
    .where(or(eq(teams.id, named), eq(foldCase(users.username), foldCase(named))));
  const id = known?.id ?? null;
  await lockAccounts(tx, sql`${id} union select ${to} union select owner_id from teams where id = ${id}`);
  const [team] = await tx
    .select()
    .from(teams)
    .where(eq(teams.id, id ?? ''))
    .for('no key update');
  if (!team) throw new AppError('not_found', `There is no team “${named}”. Enter its username or its ID.`);
  const next = accountOf({ id: to }).id;
  const [person] = await tx.select().from(persons).where(eq(persons.id, next));
  if (!person || person.suspendedAt) {
    throw new AppError('conflict', 'This account is suspended or gone, so it can’t own a team.');
  }
  if (isSelf({ user: { id: to } }, team.ownerId))
    throw new AppError('conflict', `${person.username} owns this team already.`);
  await moveOwnership(ctx, tx, team, { to });
  return team;
}
