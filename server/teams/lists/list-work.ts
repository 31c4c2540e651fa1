import { and, eq, sql } from 'drizzle-orm';
import { teamLists } from '#server/db/schema/team-lists.ts';
import type { LongWork } from '#server/infra/long-work/long-work.ts';
import type { OpenLongWork } from '#server/infra/long-work/open-long-work.ts';
import type { ImportTasks } from '#server/people/import/import-tasks.ts';
import { IMPORT_ENDINGS } from '#server/people/import/imports.ts';
import { LIST_BYTES_MAX } from '#shared/teams/limits.ts';
import { readList } from './read-file.ts';
import type { ListRow } from './read-lists.ts';
import { prepareSome } from './run-list.ts';
import { takeBackSome } from './take-back.ts';

declare module '#server/context.ts' {
  interface AppContext {
    /** The files of lists by which teams prepare cards, and the process that reads them. */
    teamLists: OpenLongWork<ImportTasks>;
  }
}

/** Lists of people for whom a team prepares cards, as long work; what nobody claimed can be taken back (docs/decisions/365). */
export const listWork: LongWork<ListRow> = {
  name: 'team-lists',
  table: teamLists,
  kind: 'teamList',
  stateOf: ({ teamLists: state }) => state,
  endings: IMPORT_ENDINGS,
  bytesMax: LIST_BYTES_MAX,
  waitingDays: 7,
  openStates: ['reading', 'ready', 'running', 'undoing'],
  isToDo: sql`${teamLists.state} in ('reading', 'running', 'undoing')`,
  stepOf({ state, rows }) {
    if (state === 'reading') return { needs: rows === null ? 'upload' : null, run: readList };
    if (state === 'running') return { needs: null, run: prepareSome };
    return state === 'undoing' ? { needs: null, run: takeBackSome } : null;
  },
  isAt: ({ id, state, revision, position }) =>
    and(
      eq(teamLists.id, id),
      eq(teamLists.state, state),
      eq(teamLists.revision, revision),
      eq(teamLists.position, position),
    ),
  emptied: { columns: [] },
  words: {
    noun: 'file',
    fileName: 'list',
    openElsewhere: 'Another list is in progress. Finish or discard it first.',
    filesGone: 'The file of this list is no longer available. Upload it again.',
    unsavable: 'This file contains text we can’t save.',
  },
};
