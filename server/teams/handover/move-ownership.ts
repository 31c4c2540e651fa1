import { and, eq, inArray } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import type { AppContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { persons, teamMembers, teams } from '#server/db/schema/users.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import type { TeamRow } from '#server/teams/create/lock-team.ts';
import { accountId, accountOf, type PersonId } from '#shared/accounts/ids.ts';

type Moving = Pick<AppContext, 'config' | 'places' | 'now' | 'queue'>;

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
  const both = await tx
    .select()
    .from(persons)
    .where(inArray(persons.id, [next, team.ownerId]));
  for (const person of both) {
    const isNext = person.id === next;
    const kind = isNext ? 'team_owned' : 'team_handed_over';
    const from = { ...ctx, requester: isNext ? requester : undefined };
    await noticeOwner(from, tx, person, kind, { name: team.name });
  }
}
