import { eq, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { contactUse } from '#server/db/schema/counters.ts';
import { users } from '#server/db/schema/users.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { forOwner } from '#server/infra/queue/for-each-owner.ts';
import { mailPayer, readPayer } from '#server/money/billing/mails/payer.ts';
import { computeUsedPercent, isFull, limitsOf, readUse, roomText } from '#server/people/contacts/room.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { UNREVIEWED_MAX } from '#shared/contract/constants.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';
import { CONTACT_USE_TOLD, canGrow } from '#shared/people/contact-room.ts';

/** The consequences of an account's contacts filling up: its owner is told, and visitors when nothing more can be kept. */

/** A little less than what was told does not make it news again. */
const LESS = 5;

/** Looks after every account whose contacts are nearly full, or were. */
export async function followContactUse(app: AppContext): Promise<void> {
  const { rows } = await app.db.execute<{ id: AccountId }>(sql`
    select k.user_id as id from user_counts k left join contact_use c on c.user_id = k.user_id
    where k.contacts + k.leads >= ${Math.floor(app.submissions.room.trial.people * 0.9)} or c.bytes >= ${Math.floor(app.submissions.room.trial.bytes * 0.9)}
      or c.told > 0
    union select id from users where is_inbox_full`);
  for (const { id } of rows) await forOwner(app, id, () => followUse(app, id));
}

/** Tells the owner at 90 and 100 percent, once each time it is reached, and opens the form again when there is room. */
export async function followUse(app: AppContext, userId: AccountId): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.insert(contactUse).values({ userId }).onConflictDoNothing();
    const isOwn = eq(contactUse.userId, userId);
    const [known] = await tx.select().from(contactUse).where(isOwn).for('update');
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!known || !user) return;
    const use = await readUse({ ...app, db: tx }, userId);
    const percent = computeUsedPercent(use);
    const [reached = 0] = CONTACT_USE_TOLD.filter((share) => percent >= share).toReversed();
    const [still = 0] = CONTACT_USE_TOLD.filter((share) => percent >= share - LESS).toReversed();
    const told = Math.max(reached, Math.min(known.told, still));
    const fullAt = isFull(use) ? app.now() : known.fullAt;
    await tx.update(contactUse).set({ told, fullAt }).where(isOwn);
    if (reached <= known.told) return;
    const isAll = reached === 100;
    const payer = await readPayer(tx, user);
    const { team } = payer;
    await mailPayer(app, tx, payer, {
      subject: isAll ? 'Your contacts are full' : `Your contacts are ${percent} % full`,
      paragraphs: [
        `You have ${use.people.toLocaleString('en-US')} of ${use.peopleMax.toLocaleString('en-US')} contacts and leads, which is ${percent}% of your limit.`,
        isAll
          ? 'New ones wait for your review, up to 5,000 at a time, until there’s room. Nothing you have is deleted.'
          : 'Once you’re full, new ones wait for your review until there’s room.',
        `To make room, export and delete contacts that you no longer need.${canGrow(use) ? ' Paid accounts have room for 500,000.' : ''}`,
      ],
      action: {
        label: 'See your contacts',
        url: originOf(app.config) + pathTo(screens.contacts, {}, { account: team?.id }),
      },
    });
  });
  await openInbox(app, userId);
}

/** Lets visitors send again once something of it can be kept. */
export async function openInbox(app: AppContext, userId: AccountId): Promise<void> {
  const limits = `'{${limitsOf(app.submissions.room).join(',')}}'`;
  const { rows } = await app.db.execute<{ id: string }>(sql`
    update users u set is_inbox_full = false where id = ${userId} and is_inbox_full and (
      (select count(*) from unreviewed_submissions w where w.user_id = u.id and w.reviewed_at is null)
        < ${app.submissions.waitingMax ?? UNREVIEWED_MAX}
      or exists (
        select from (${sql.raw(roomText('true', limits, 'now()'))}) as used
        where used.user_id = u.id and people < people_max and bytes < bytes_max
      )
    ) returning id`);
  if (rows.length > 0) app.pages.invalidate(`user:${userId}`);
}
