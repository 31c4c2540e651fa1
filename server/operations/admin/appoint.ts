import { isLogin } from '#server/accounts/auth/match-login.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { type PersonRow, persons } from '#server/db/schema/users.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import { recordAct } from '#server/operations/admin/audit.ts';
import { appointOwner, type Moving } from '#server/teams/handover/move-ownership.ts';
import { personId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Appointment } from '#shared/operations/admin-acts.ts';

/** A lost team gets an owner: its own is gone for good, or nobody reaches them. */

type Appointing = Moving & Pick<AppContext, 'db' | 'events'> & { user?: PersonRow; requester?: Requester };

/** `named`: the team's id or username. Throws 404 for a team or a person that there is not, and 409 if it cannot be. */
export async function appoint(
  ctx: Appointing,
  named: string,
  { username, reason }: Appointment,
): Promise<{ id: string; name: string; owner: string }> {
  const [person] = await ctx.db.select().from(persons).where(isLogin(username)).limit(1);
  if (!person) throw new AppError('not_found', `No one is registered as “${username}”.`);
  const team = await ctx.db.transaction(async (tx) => {
    const found = await appointOwner(ctx, tx, named, personId.parse(person.id));
    const target = { id: found.id, name: found.name };
    const details = { about: person.username };
    await recordAct(ctx, tx, { action: 'owner_appointed', target, reason, details });
    return found;
  });
  ctx.events.note(ctx.requester ?? {}, 'team_handed_over', { userId: ctx.user?.id, targetId: team.id });
  return { id: team.id, name: team.name, owner: person.username };
}

export const appointByAdmin = (ctx: UserContext, { params, body }: ById & { body: Appointment }) =>
  appoint(ctx, params.id, body);
