import { eq } from 'drizzle-orm';
import { actorStamp } from '#server/access/actor.ts';
import { requireTo } from '#server/access/can.ts';
import type { UserContext } from '#server/context.ts';
import { teamLists } from '#server/db/schema/team-lists.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { cancelWork, changeWork, conflict, startWork } from '#server/infra/long-work/change-work.ts';
import { DUE_NOW } from '#server/infra/long-work/lease.ts';
import { refuseSecond } from '#server/infra/long-work/upload-work.ts';
import { requireRoomToPrepare } from '#server/teams/invites/allowance.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ListMapping, ListStart, TeamList } from '#shared/teams/lists.ts';
import { forgetCells } from './forget-cells.ts';
import { listWork } from './list-work.ts';
import { toOneList } from './read-lists.ts';

/** Changes of a list by those who run the team. */

export interface ByList {
  params: { id: string; listId: string };
}

/** Says what the columns are, and has the preview made again. */
export async function mapListColumns(
  ctx: UserContext,
  { params, body: { targets } }: ByList & { body: ListMapping },
): Promise<TeamList> {
  requireTo(ctx, 'edit', 'teamList');
  const mapped = await changeWork(ctx, listWork, params.listId, (row) => {
    if (row.state !== 'ready' && !(row.state === 'reading' && row.rows !== null))
      throw conflict('You can change columns only before the cards are prepared.');
    if (targets.length !== row.columns.length)
      throw new AppError('invalid', `This list has ${row.columns.length} columns. Choose what each one is.`);
    const columns = row.columns.map((column, place) => ({ ...column, target: targets[place] ?? 'skip' }));
    return { ...DUE_NOW, columns, revision: row.revision + 1, state: 'reading', preview: null };
  });
  return toOneList(ctx, mapped);
}

/** Whoever starts it is the one who invites. */
export async function startList(
  ctx: UserContext,
  { params, body: { role } }: ByList & { body: ListStart },
): Promise<TeamList> {
  requireTo(ctx, 'edit', 'teamList');
  const started = await startWork(ctx, listWork, params.listId, async ({ preview, fileName }, inside) => {
    const ready = preview?.ready ?? 0;
    if (ready === 0) throw conflict('No one in this list can be invited. Correct the file or its columns.');
    await requireRoomToPrepare(inside, ctx.account.id, ready);
    const name = `${fileName}, ${ready.toLocaleString('en-US')}`;
    await recordTeamEvent(ctx, inside.db, ctx.account.id, 'in_team_list_started', { name });
    return { role, startedAt: ctx.now(), country: ctx.requester.readCountry(), ...actorStamp(ctx.actor) };
  });
  return toOneList(ctx, started);
}

/** Discards a list that was not started; stops one that runs. */
export async function cancelList(ctx: UserContext, { params }: ByList): Promise<TeamList> {
  requireTo(ctx, 'edit', 'teamList');
  const states = ['reading', 'ready', 'running'];
  const refusal = 'This list has ended. You can still take back what no one has claimed.';
  const canceled = await cancelWork(ctx, listWork, params.listId, { states, refusal });
  await forgetCells(ctx.db, eq(teamLists.id, canceled.id));
  return toOneList(ctx, canceled);
}

/** Revokes the invites that nobody has claimed, with their cards. */
export async function takeBackList(ctx: UserContext, { params }: ByList): Promise<TeamList> {
  requireTo(ctx, 'edit', 'teamList');
  const undone = await changeWork(ctx, listWork, params.listId, async (row, inside) => {
    if (row.state === 'undoing' || row.state === 'undone') return null;
    if (!row.finishedAt) throw conflict('You can take a list back once it has ended. Stop it first.');
    if (row.prepared === 0) throw conflict('No card was prepared by this list.');
    await refuseSecond(inside, listWork);
    await recordTeamEvent(ctx, inside.db, ctx.account.id, 'in_team_list_taken_back', { name: row.fileName });
    return { ...DUE_NOW, state: 'undoing', removed: 0, kept: 0, ...actorStamp(ctx.actor) };
  });
  return toOneList(ctx, undone);
}
