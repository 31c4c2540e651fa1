import { and, eq } from 'drizzle-orm';
import { holdShown, noteLetGo } from '#server/cards/media/media-owners.ts';
import type { Db } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { ownMediaName } from '#shared/contract/media-urls.ts';

/**
 * Keeps the file of a team's logo from being swept, and lets go of the one before. To be called within a transaction that
 * has locked the team.
 */
export async function holdLogo(
  tx: Db,
  teamId: AccountId,
  { former, logo, at }: { former: string | null; logo: string | null; at: Date },
): Promise<void> {
  const [formerName, name] = [ownMediaName(former), ownMediaName(logo)];
  if (formerName === name) return;
  await noteLetGo(tx, teamId, formerName ? [formerName] : [], at);
  if (name === null) return;
  const [known] = await tx
    .select({ name: media.name, bytes: media.bytes })
    .from(media)
    .where(and(eq(media.name, name), eq(media.kind, 'image')))
    .for('share');
  if (!known) {
    const message = 'This picture is no longer available. Please upload it again.';
    throw new AppError('invalid', message, { fields: { logo: message } });
  }
  await holdShown(tx, teamId, [known]);
}
