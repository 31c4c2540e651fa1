import { eq } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import type { UserContext } from '#server/context.ts';
import { teamMembers } from '#server/db/schema/users.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { lockTeam } from '#server/teams/create/lock-team.ts';
import { findMember, toMembers } from '#server/teams/members/read-members.ts';
import type { PersonId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { TEAM_ROLE_NAMES, type TeamRole } from '#shared/teams/roles.ts';
import type { TeamMember } from '#shared/teams/teams.ts';

export interface ByMember {
  params: { id: string; userId: PersonId };
}

/** Makes a member a team admin, or the reverse. The owner's part changes only as the team is handed over. */
export const changeMember = (
  ctx: UserContext,
  { params, body }: ByMember & { body: { role: Exclude<TeamRole, 'owner'> } },
): Promise<TeamMember> =>
  ctx.db.transaction(async (tx) => {
    const { caller } = await lockTeam(ctx, tx);
    requireTo(caller, 'edit', 'teamMember');
    const member = await findMember(caller, tx, params.userId);
    if (member.role === 'owner') {
      throw new AppError('conflict', 'This is the team’s owner. Hand the team over to change that.');
    }
    await tx.update(teamMembers).set({ role: body.role }).where(eq(teamMembers.id, member.id));
    const [from, to] = [TEAM_ROLE_NAMES[member.role], TEAM_ROLE_NAMES[body.role]];
    const about = { name: member.fullName, from, to, subjectId: member.userId };
    if (from !== to) await recordTeamEvent(ctx, tx, caller.account.id, 'in_team_role_changed', about);
    const [changed] = await toMembers(caller, tx, [{ ...member, role: body.role }]);
    if (!changed) throw new Error('The changed member was not returned.');
    return changed;
  });
