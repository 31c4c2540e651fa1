import { requireTo } from '#server/access/can.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { lockTeam, type TeamRow } from '#server/teams/create/lock-team.ts';
import { readTeam } from '#server/teams/create/read-teams.ts';
import { readBrandSettings, writeBrand } from '#server/teams/create/write-brand.ts';
import type { BrandFieldName } from '#shared/cards/card-fields.ts';
import type { Team, TeamChanges } from '#shared/teams/teams.ts';

/** Changes the fields that were sent. Its name is that of its account, too; its username stays. */
export async function changeTeam(ctx: UserContext, { body }: { body: TeamChanges }): Promise<Team> {
  const team = await ctx.db.transaction(async (tx) => {
    const { team: kept, caller } = await lockTeam(ctx, tx);
    requireTo(caller, 'edit', 'team');
    const { logo: _logo, primaryColor: _primaryColor, ...rest } = body;
    const { name } = rest;
    await writeBrand(ctx, tx, kept, await toSettings(tx, kept, body), pathInTeam);
    await tx
      .update(teams)
      // Setting the id keeps the SQL of an empty change valid.
      .set({ ...rest, id: kept.id })
      .where(whereCan(caller, 'edit', 'team'));
    if (name !== undefined) {
      await tx
        .update(users)
        .set({ fullName: name })
        .where(whereCan(caller, 'edit', 'account'));
    }
    const changes = sayChanges(kept, body);
    if (changes) await recordTeamEvent(ctx, tx, ctx.account.id, 'in_team_changed', { name: changes });
    return readTeam(caller, tx);
  });
  ctx.pages.invalidate(`user:${ctx.account.id}`);
  return team;
}

/** The change of its brand with that. Cards that say the team's name follow it. */
async function toSettings(tx: Db, kept: TeamRow, { name, logo, primaryColor }: TeamChanges) {
  const { companyLogo, primaryColor: color, company } = await readBrandSettings(tx, kept);
  const follows = name !== undefined && company.value === kept.name;
  return {
    ...(logo !== undefined && { companyLogo: { mode: companyLogo.mode, value: logo } }),
    ...(primaryColor !== undefined && { primaryColor: { mode: color.mode, value: primaryColor } }),
    ...(follows && { company: { mode: company.mode, value: name } }),
  };
}

/** Where a field of the brand stands in a team. */
export const pathInTeam = (name: BrandFieldName): string => (name === 'companyLogo' ? 'logo' : name);

const FIELDS: [keyof TeamChanges, string][] = [
  ['name', 'name'],
  ['logo', 'logo'],
  ['primaryColor', 'color'],
  ['membersMayExport', 'members may export'],
  ['adminsNeedTwoStep', 'team admins need two-step verification'],
];

/** The changes in words: "name: Acme → Acme Ltd, members may export: yes". */
function sayChanges(kept: TeamRow, body: TeamChanges): string {
  return FIELDS.filter(([field]) => body[field] !== undefined && body[field] !== kept[field])
    .map(([field, label]) => {
      const [before, after] = [kept[field], body[field]];
      if (typeof after === 'boolean') return `${label}: ${after ? 'on' : 'off'}`;
      return field === 'logo' ? label : `${label}: ${before} → ${after}`;
    })
    .join(', ');
}
