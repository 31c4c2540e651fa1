import { eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import type { Db } from '#server/db/open.ts';
import { teams } from '#server/db/schema/users.ts';
import type { TeamRow } from '#server/teams/create/lock-team.ts';

/** A team that is not deleted; throws 404 for any other. */
export async function findTeam(db: Db, id: string): Promise<TeamRow> {
  const [team] = await db.select().from(teams).where(eq(teams.id, id));
  if (!team || team.deletedAt) throw notFound('team');
  return team;
}
