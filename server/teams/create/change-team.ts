import { requireTo } from '#server/access/can.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { lockTeam } from '#server/teams/create/lock-team.ts';
import { readTeam } from '#server/teams/create/read-teams.ts';
import { holdLogo } from '#server/teams/create/team-logo.ts';
import type { Team, TeamChanges } from '#shared/teams/teams.ts';

/** Changes the fields that were sent. Its name is that of its account, too; its username stays. */
export async function changeTeam(ctx: UserContext, { body }: { body: TeamChanges }): Promise<Team> {
  const team = await ctx.db.transaction(async (tx) => {
    const { team: kept, caller } = await lockTeam(ctx, tx);
    requireTo(caller, 'edit', 'team');
    const { id } = caller.account;
    const { name, logo } = body;
    if (logo !== undefined) await holdLogo(tx, id, { former: kept.logo, logo, at: ctx.now() });
    await tx
      .update(teams)
      // Setting the id keeps the SQL of an empty change valid.
      .set({ ...body, id })
      .where(whereCan(caller, 'edit', 'team'));
    if (name !== undefined) {
      await tx
        .update(users)
        .set({ fullName: name })
        .where(whereCan(caller, 'edit', 'account'));
    }
    return readTeam(caller, tx);
  });
  ctx.pages.invalidate(`user:${ctx.account.id}`);
  return team;
}
