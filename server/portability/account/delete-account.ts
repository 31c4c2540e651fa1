import { requireTo } from '#server/access/can.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import { operatorContact } from '#server/accounts/auth/operator-contact.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { ERASURES, erasePerson } from '#server/portability/account/erase-account.ts';
import type { accountDeletion } from '#shared/accounts/account.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/** Deletes the requester with all their data. Throws 409 while they download an export from this process, which would lack some. */
export async function deleteAccount(
  ctx: UserContext,
  { body }: { body: z.output<typeof accountDeletion> },
): Promise<{ isDeleted: true }> {
  requireTo(ctx, 'delete', 'account');
  if (body.username.toLowerCase() !== ctx.account.username.toLowerCase()) {
    const message = `Type your username, ${ctx.account.username}, to confirm.`;
    throw new AppError('invalid', message, { fields: { username: message } });
  }
  if (ctx.exports.isBusy(ctx.user.id)) {
    throw new AppError(
      'conflict',
      'You’re still downloading an export. Wait until it’s done or cancel it, and then delete your account.',
    );
  }
  await requireIdentity(ctx, { password: body.password, field: 'password' });
  await ctx.db.transaction(async (tx) => {
    await erasePerson(ctx, tx, ctx.account);
    await tellOfDeletion(ctx, tx);
  });
  ctx.queue.wake(ERASURES);
  ctx.session.set(null);
  ctx.events.note(ctx.requester, 'account_deleted', { userId: ctx.user.id });
  ctx.pages.invalidate(`user:${ctx.account.id}`);
  return { isDeleted: true };
}

/** Somebody else may have deleted it. */
const tellOfDeletion = (ctx: UserContext, tx: Db): Promise<void> =>
  mailUser(
    ctx,
    tx,
    ctx.account,
    {
      subject: `Your ${PRODUCT} account was deleted`,
      paragraphs: [
        `Your account, ${ctx.account.username}, was deleted with everything in it. A subscription of your own ended with it.`,
        `If this wasn’t you, contact ${operatorContact(ctx).name}.`,
      ],
    },
    // Two requests at once delete it once.
    `deleted ${ctx.account.id}`,
  );
