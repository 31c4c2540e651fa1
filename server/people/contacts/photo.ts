import { and, eq, ne } from 'drizzle-orm';
import { holdShown, isWhole, lockHolder, noteLetGo } from '#server/cards/media/media-owners.ts';
import type { Db } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import { contactMedia } from '#server/db/schema/people.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

interface Shown {
  userId: AccountId;
  contactId: string;
  /** `/media/…` of an image, or null. */
  image: string | null;
  at: Date;
}

/**
 * Records which photo a contact shows, so that the file stays and counts for its owner; one that nothing shows any more
 * is swept after a day. Run inside a transaction.
 */
export async function linkContactPhoto(tx: Db, { userId, contactId, image, at }: Shown): Promise<void> {
  const name = image?.slice('/media/'.length) ?? '';
  await lockHolder(tx, userId);
  const isOther = and(eq(contactMedia.contactId, contactId), ne(contactMedia.mediaName, name));
  const gone = await tx.delete(contactMedia).where(isOther).returning({ name: contactMedia.mediaName });
  for (const { name: mediaName } of gone) {
    await tx.update(media).set({ touchedAt: at }).where(eq(media.name, mediaName));
  }
  await noteLetGo(
    tx,
    userId,
    gone.map((one) => one.name),
    at,
  );
  if (!name) return;
  const [known] = await tx
    .select({ name: media.name, bytes: media.bytes })
    .from(media)
    .where(and(eq(media.name, name), eq(media.kind, 'image'), isWhole))
    .for('share');
  if (!known) {
    const message = 'This photo is no longer available. Please upload it again.';
    throw new AppError('invalid', message, { fields: { profileImage: message } });
  }
  await tx.insert(contactMedia).values({ contactId, userId, mediaName: name }).onConflictDoNothing();
  await holdShown(tx, userId, [known]);
}
