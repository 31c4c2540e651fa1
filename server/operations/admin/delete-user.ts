import type { PassThrough, Readable } from 'node:stream';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { operatorContact } from '#server/accounts/auth/operator-contact.ts';
import type { AppContext, UserContext, UserRow } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { adminActions } from '#server/db/schema/operations.ts';
import { type Blobs, keepStaged } from '#server/infra/blobs/blobs.ts';
import type { ByAccount, ById } from '#server/infra/http/by-id.ts';
import { sendBytes } from '#server/infra/http/send-export.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { recordAct } from '#server/operations/admin/audit.ts';
import { findTarget, targetOf } from '#server/operations/admin/find-target.ts';
import { ERASURES, erasePerson, requireNoTeam } from '#server/portability/account/erase-account.ts';
import { openZip } from '#server/portability/account/export-account.ts';
import { personId } from '#shared/accounts/ids.ts';
import { ARCHIVE_DAYS, PRODUCT } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { accountFileName } from '#shared/formats/file-names.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { AdminDeletion } from '#shared/operations/admin-acts.ts';

declare module '#server/context.ts' {
  interface AppContext {
    /** Archives of accounts that administrators deleted, for `ARCHIVE_DAYS`. */
    archives: Blobs;
  }
}

const fileOf = (id: string) => `${id}.zip`;

/**
 * Deletes an account after its archive has been written: if that fails, nothing is deleted. The archive is everything its
 * owner could export, for the administrator to hand over.
 */
export async function deleteUser(ctx: UserContext, { params, body }: ByAccount & { body: AdminDeletion }) {
  const user = await ctx.db.transaction((tx) => findTarget(tx, params.id));
  if (body.username.toLowerCase() !== user.username.toLowerCase()) {
    const message = `Type the username, ${user.username}, to confirm.`;
    throw new AppError('invalid', message, { fields: { username: message } });
  }
  await ctx.db.transaction((tx) => requireNoTeam(tx, user));
  const owner = { ...ctx, user: { ...user, id: personId.parse(user.id) }, account: user };
  const archive = await archiveFirst(owner, (tx, written) => erase(ctx, tx, user, { ...body, written }));
  ctx.queue.wake(ERASURES);
  ctx.events.note(ctx.requester, 'account_deleted', { userId: ctx.user.id, targetId: user.id });
  ctx.pages.invalidate(`user:${user.id}`);
  return { id: user.id, archive };
}

async function erase(
  ctx: UserContext,
  tx: Db,
  user: UserRow,
  { reason, written }: { reason: string; written: string },
): Promise<void> {
  await requireNoTeam(tx, user);
  const still = await findTarget(tx, user.id);
  const details = { archive: written };
  await recordAct(ctx, tx, { action: 'deleted', target: targetOf(still), reason, details });
  await mailUser(ctx, tx, still, {
    subject: `Your ${PRODUCT} account was deleted`,
    paragraphs: [
      `An administrator deleted your account, ${still.username}, and everything in it. You won’t be charged again.`,
      `We keep a copy of your data for ${ARCHIVE_DAYS} days. To get it, contact ${operatorContact(ctx).name}.`,
    ],
  });
  await erasePerson(ctx, tx, still);
}

/**
 * Writes the archive of the account that `owner` acts for, then runs `remove` in a transaction, with the archive's id, which it
 * returns. If either fails, there is no archive, unless the answer to the commit was lost: then it stays for a day, because
 * the account may be gone.
 */
export async function archiveFirst(
  owner: UserContext,
  remove: (tx: Db, archive: string) => Promise<void>,
): Promise<string> {
  const { archives, exports, account, db } = owner;
  const archive = newId();
  // Whose account it is may have an export of their own under way.
  const leave = await exports.enter(`deletion of ${account.id}`);
  try {
    await writeArchive(archives, archive, await openZip(owner));
  } finally {
    leave();
  }
  let mayBeGone = false;
  try {
    await db.transaction(async (tx) => {
      await remove(tx, archive);
      mayBeGone = true;
    });
  } catch (error) {
    if (!mayBeGone) await archives.delete(fileOf(archive));
    throw error;
  }
  return archive;
}

const writeArchive = async (archives: Blobs, id: string, zip: Readable): Promise<void> =>
  keepStaged(await archives.stage(zip as PassThrough), fileOf(id));

/** Sends the archive of a deleted account; who took it stands in the audit log. */
export async function getArchive(ctx: UserContext, { params }: ById) {
  const [deletion] = await ctx.db
    .select()
    .from(adminActions)
    .where(eq(sql`${adminActions.details}->>'archive'`, params.id));
  if (!deletion || (await ctx.archives.sizeOf(fileOf(params.id))) === null) {
    throw new AppError(
      'not_found',
      `This archive doesn’t exist. Archives are deleted after ${ARCHIVE_DAYS} days.`,
    );
  }
  return sendBytes(ctx, async () => ctx.archives.read(fileOf(params.id)), {
    fileName: accountFileName(deletion.createdAt),
    onSend: () =>
      recordAct(ctx, ctx.db, {
        action: 'archive_downloaded',
        target: { id: deletion.targetId, name: deletion.targetName },
        reason: deletion.reason,
      }),
  });
}

/**
 * Deletes archives whose time is over, and after a day those of deletions that failed, however often it takes: a process
 * may have been killed, or the store been away.
 */
export async function deleteOldArchives({
  archives,
  db,
  now,
}: Pick<AppContext, 'archives' | 'db' | 'now'>): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const archiveOf = sql<string>`${adminActions.details}->>'archive'`;
  for await (const names of archives.writtenBefore(daysAgo(1))) {
    const kept = await db
      .select({ archive: archiveOf })
      .from(adminActions)
      .where(and(gt(adminActions.createdAt, daysAgo(ARCHIVE_DAYS)), isNotNull(archiveOf)));
    const files = new Set(kept.map(({ archive }) => fileOf(archive)));
    for (const name of names) if (!files.has(name)) await archives.delete(name);
  }
}
