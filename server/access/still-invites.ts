import { and, eq, isNull } from 'drizzle-orm';
import { ROLE_IN_TEAM } from '#server/access/find-account.ts';
import { mayAs } from '#server/access/rules.ts';
import type { Db } from '#server/db/open.ts';
import { persons, teamMembers, teams, users } from '#server/db/schema/users.ts';
import { accountOf, type PersonId } from '#shared/accounts/ids.ts';

/**
 * True if somebody who invited people to a team may still do so: they run it, and neither they nor the team are suspended or
 * deleted; with `whileSuspended`, the team may be. Their part in the team stays until the transaction `tx` ends.
 */
export async function stillInvites(
  tx: Db,
  teamId: string,
  inviter: PersonId | null,
  { whileSuspended = false } = {},
): Promise<boolean> {
  if (inviter === null) return false;
  const [found] = await tx
    .select({ role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(persons, eq(persons.id, teamMembers.userId))
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .innerJoin(users, eq(users.id, teamMembers.teamId))
    .where(
      and(
        eq(teamMembers.teamId, teamId),
        eq(teamMembers.userId, accountOf({ id: inviter }).id),
        isNull(persons.suspendedAt),
        whileSuspended ? undefined : isNull(users.suspendedAt),
        isNull(teams.deletedAt),
      ),
    )
    .for('share', { of: teamMembers });
  return (
    found !== undefined && mayAs({ role: ROLE_IN_TEAM[found.role], scope: 'everything' }, 'invite', 'add')
  );
}
