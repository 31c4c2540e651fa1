import { and, desc, eq } from 'drizzle-orm';
import type { AppContext, UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { adminActions } from '#server/db/schema/operations.ts';
import type { PersonRow } from '#server/db/schema/users.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import type { Page } from '#shared/contract/api.ts';
import { ARCHIVE_DAYS } from '#shared/contract/constants.ts';
import { rowsWanted } from '#shared/contract/pages.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { ActionsQuery, AdminActionRow } from '#shared/operations/admin.ts';

/** The audit log: the administrators' acts, with target and reason. */

/** The administrators' actions, as the log says them. */
const ACTIONS = {
  suspended: 'Suspended the account',
  restored: 'Restored the account',
  sessions_ended: 'Signed the user out everywhere',
  reset_sent: 'Sent a password reset',
  reset_printed: 'Printed a link to set a new password',
  codes_removed: 'Turned off two-step verification',
  deleted: 'Deleted the account',
  archive_downloaded: 'Downloaded the archive of a deleted account',
  trial_extended: 'Extended the trial',
  job_retried: 'Retried a failed job',
  team_suspended: 'Suspended the team',
  team_restored: 'Restored the team',
  team_deleted: 'Deleted the team',
  team_brought_back: 'Brought the team back',
  owner_appointed: 'Appointed the owner of a team',
  admin_granted: 'Made the user an administrator',
  admin_revoked: 'Removed the user as an administrator',
} as const;

interface AdminAct {
  action: keyof typeof ACTIONS;
  target: { id: string; name: string };
  reason: string;
  details?: Record<string, string>;
}

/** On the command line nobody is signed in. */
const COMMAND_LINE = { id: null, username: 'command line' };

/** Adds an act to the audit log if the transaction `tx` commits. */
export async function recordAct(
  ctx: Pick<AppContext, 'now'> & { user?: PersonRow },
  tx: Db,
  { action, target, reason, details = {} }: AdminAct,
): Promise<void> {
  const { id: adminId, username: adminName } = (ctx.user && accountOf(ctx.user)) ?? COMMAND_LINE;
  await tx.insert(adminActions).values({
    id: newId(),
    adminId,
    adminName,
    action,
    targetId: target.id,
    targetName: target.name,
    reason,
    details,
    createdAt: ctx.now(),
  });
}

/** The acts of all administrators, or those concerning one account, latest first. */
export async function listActions(
  ctx: UserContext,
  { query }: { query: ActionsQuery },
): Promise<Page<AdminActionRow>> {
  const limit = rowsWanted(query);
  const rows = await ctx.db
    .select()
    .from(adminActions)
    .where(
      and(
        query.target === undefined ? undefined : eq(adminActions.targetId, query.target),
        isOlder(adminActions.createdAt, adminActions.id, toMomentPosition(query.cursor)),
      ),
    )
    .orderBy(desc(adminActions.createdAt), desc(adminActions.id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  const oldestArchive = new Date(ctx.now().getTime() - ARCHIVE_DAYS * DAY_MS);
  return { ...page, rows: page.rows.map((row) => toRow(row, oldestArchive)) };
}

function toRow(row: typeof adminActions.$inferSelect, oldestArchive: Date): AdminActionRow {
  const { id, adminName, action, targetId, targetName, reason, details, createdAt } = row;
  const title = Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : action;
  return {
    id,
    admin: adminName,
    action,
    title,
    targetId,
    target: targetName,
    about: details.about ?? null,
    reason,
    archive: (createdAt > oldestArchive && details.archive) || null,
    createdAt: createdAt.toISOString(),
  };
}
