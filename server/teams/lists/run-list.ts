import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { actorOf } from '#server/access/actor.ts';
import { stillInvites } from '#server/access/still-invites.ts';
import { systemFor } from '#server/access/system.ts';
import { type CardWriting, writeCardsAfter } from '#server/cards/cards/write-cards.ts';
import type { AppContext } from '#server/context.ts';
import { teamListRows, teamLists } from '#server/db/schema/team-lists.ts';
import { reachPoint } from '#server/infra/long-work/points.ts';
import { countUnclaimedLeft, planWithinDay } from '#server/teams/invites/allowance.ts';
import { findTeam } from '#server/teams/invites/find-team.ts';
import { addInvites } from '#server/teams/invites/prepare.ts';
import { personId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ListColumn } from '#shared/teams/lists.ts';
import { type Judged, judgeRows } from './judge-rows.ts';
import { problemsOf } from './read-file.ts';
import type { ListRow } from './read-lists.ts';

/** Rows of one transaction, which holds the team's lock for a fraction of a second. */
const AT_ONCE = 50;

/** Runs a transaction of a list, whose row it locks first, unless somebody got further with it meanwhile. */
export const writeOfList = (
  app: AppContext,
  seen: ListRow,
  write: (inside: CardWriting, row: ListRow) => Promise<void>,
): Promise<void> =>
  writeCardsAfter(
    app,
    { userId: seen.userId, actor: actorOf(seen) },
    (tx) => tx.select({ id: teamLists.id }).from(teamLists).where(eq(teamLists.id, seen.id)).for('update'),
    async (inside) => {
      const [row] = await inside.db.select().from(teamLists).where(eq(teamLists.id, seen.id));
      if (row?.state === seen.state && row.position === seen.position) await write(inside, row);
    },
  );

/** Prepares the cards of the next rows. */
export async function prepareSome(app: AppContext, seen: ListRow): Promise<void> {
  reachPoint('team-lists', seen.done === 0 ? 'started' : 'between batches');
  await writeOfList(app, seen, async (inside, row) => {
    const { db } = inside;
    const inviter = row.actorId === null ? null : personId.parse(row.actorId);
    if (inviter === null || !(await stillInvites(db, row.userId, inviter))) {
      throw new AppError(
        'invalid',
        'Whoever started this list can no longer prepare cards for the team. Upload it again.',
      );
    }
    const rows = await db
      .select()
      .from(teamListRows)
      .where(and(eq(teamListRows.listId, row.id), gt(teamListRows.line, row.position)))
      .orderBy(asc(teamListRows.line))
      .limit(AT_ONCE);
    const judged = await leaveRoom(inside, row, await judgeRows(db, row, rows));
    const good = judged.flatMap((one) => (one.person ? [{ ...one, person: one.person }] : []));
    const people = good.map(({ person }) => person);
    const mails = await planWithinDay(
      inside,
      row.userId,
      people.map(({ email }) => email.toLowerCase()),
    );
    const at = new Date((row.startedAt ?? row.createdAt).getTime() - row.done);
    const team = await findTeam(db, row.userId);
    const acting = { ...systemFor(row.userId), actor: actorOf(row), by: inviter, country: row.country };
    const ids = await addInvites({ ...inside, ...acting }, { team, people, mails, at });
    const invites = new Map(good.map(({ line }, nth) => [line, ids[nth] ?? null]));
    await noteOutcomes(inside, row, { judged, invites, isLast: rows.length < AT_ONCE });
  });
}

/** Without those beyond the number of cards that a team may have unclaimed. */
async function leaveRoom(ctx: CardWriting, { userId }: ListRow, judged: Judged[]): Promise<Judged[]> {
  let left = await countUnclaimedLeft(ctx, userId);
  return judged.map((one): Judged => {
    if (!one.person) return one;
    left -= 1;
    const note = 'The team has as many cards that nobody has claimed as it can.';
    return left >= 0 ? one : { ...one, person: null, outcome: 'failed', note };
  });
}

async function noteOutcomes(
  { db, now }: CardWriting,
  row: ListRow,
  {
    judged,
    invites,
    isLast,
  }: { judged: Judged[]; invites: ReadonlyMap<number, string | null>; isLast: boolean },
): Promise<void> {
  const outcomes = judged.map(({ line, outcome, note }) => ({
    ...{ line, outcome, note },
    invite: invites.get(line) ?? null,
  }));
  await db.execute(sql`
    update team_list_rows r set cells = null, outcome = read.outcome, note = read.note, invite_id = read.invite
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as read (line int, outcome text, note text, invite text)
    where r.list_id = ${row.id} and r.line = read.line`);
  const numberOf = (outcome: Judged['outcome']) => judged.filter((one) => one.outcome === outcome).length;
  await db
    .update(teamLists)
    .set({
      position: judged.at(-1)?.line ?? row.position,
      done: row.done + judged.length,
      prepared: row.prepared + numberOf('prepared'),
      skipped: row.skipped + numberOf('skipped'),
      failed: row.failed + numberOf('failed'),
      preview: withProblems(row, judged, isLast),
      ...(isLast
        ? { state: 'done' as const, finishedAt: now(), columns: row.columns.map(withoutSamples) }
        : {}),
    })
    .where(eq(teamLists.id, row.id));
  reachPoint('team-lists', isLast ? 'last batch written' : 'batch written');
}

const withoutSamples = (column: ListColumn): ListColumn => ({ ...column, samples: [] });

/** The preview with what is wrong only now; names are not kept in it once the cards are there. */
function withProblems({ preview }: ListRow, judged: Judged[], isLast: boolean): ListRow['preview'] {
  if (!preview) return null;
  const known = new Set(preview.problems.map(({ line }) => line));
  const problems = [...preview.problems, ...problemsOf(judged).filter(({ line }) => !known.has(line))];
  return { ...preview, people: isLast ? [] : preview.people, problems };
}
