import { and, eq } from 'drizzle-orm';
import { authorizePause } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { judgeSave } from '#server/cards/brand/judge-save.ts';
import { layOver, readBrand, type StoredCard } from '#server/cards/brand/lay-over.ts';
import { type CardRow, findCard, toCard } from '#server/cards/cards/cards.ts';
import { type CardWriting, changeFields, readChanges, writeCards } from '#server/cards/cards/write-cards.ts';
import { endDraft } from '#server/cards/drafts/ended-drafts.ts';
import { storeInlineMedia } from '#server/cards/media/card-media.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { passesIfMatch, tagOfVersion } from '#server/infra/http/entity-tag.ts';
import { type Card, type CardChanges, type CardSave, card } from '#shared/cards/cards.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Fields left out stay unchanged, except for name parts that no longer fit a new name. */
export async function changeCard(
  ctx: UserContext,
  { params, body }: ById & { body: CardSave },
): Promise<Card> {
  await findCard(ctx, 'edit', params.id);
  const { baseVersion, draftId, ...sent } = body;
  const fields = await storeInlineMedia(ctx, sent);
  const changed = await writeCards(ctx, async (inside) => {
    const row = await saveCard(inside, { id: params.id, fields, baseVersion, refuse: toConflict });
    await endDraft(inside, draftId);
    return row;
  });
  return toCard(changed);
}

interface CardToSave {
  id: string;
  fields: CardChanges;
  /** The version that the save began from. */
  baseVersion: number | undefined;
  /** The refusal if the card has another version. */
  refuse: (kept: CardRow) => AppError;
}

/**
 * Saves a card within a transaction. The row is locked meanwhile, so that of two saves that began from the same version
 * one is refused; so is the team's account, and with it its brand.
 */
export async function saveCard(
  ctx: CardWriting<UserContext>,
  { id, fields, baseVersion, refuse }: CardToSave,
): Promise<CardRow> {
  const kept = await lockCard(ctx, id);
  const brand = await readBrand(ctx, ctx.account);
  const shown = layOver(kept, brand);
  const wanted = readChanges(kept, judgeSave(kept, brand, fields));
  if (wanted.isChange && !isOfVersion(ctx, shown, baseVersion)) throw refuse(shown);
  authorizePause(ctx, kept, fields);
  return layOver(await changeFields(ctx, kept, wanted, ctx.requester.readCountry()), brand);
}

/** The row of a card that the caller may edit, locked until the transaction ends; throws 404. */
export async function lockCard({ db, ...ctx }: CardWriting<UserContext>, id: string): Promise<StoredCard> {
  const isThis = and(eq(businessCards.id, id), whereCan(ctx, 'edit', 'card'));
  const [kept] = await db.select().from(businessCards).where(isThis).for('no key update');
  if (!kept) throw notFound('card');
  return kept;
}

/** The entity tag of a card as it is shown: another one after each change of what it takes over from its team. */
export const tagOfCard = ({
  version,
  brand,
}: {
  version: number;
  brand?: { version: number } | null | undefined;
}) => tagOfVersion(brand ? `${version}.${brand.version}` : version);

/**
 * False if the save began from another version. Not asked for a save that changes nothing, as when a button was pressed
 * twice: RFC 9110, section 13.1.1, lets what has already been applied succeed. Proxies that compress weaken tags, and a
 * weak one never matches, so the app sends `baseVersion`.
 */
const isOfVersion = (ctx: UserContext, kept: CardRow, baseVersion: number | undefined): boolean =>
  passesIfMatch(ctx.requester.header('if-match'), tagOfCard(kept)) &&
  (baseVersion === undefined || baseVersion === kept.version);

/** With the current card. However the version was named, it is 409 and not 412. */
export const toConflict = (kept: CardRow): AppError =>
  new AppError(
    'conflict',
    'This card was changed elsewhere since you opened it, so nothing was saved. Compare the two and save again.',
    { current: card.parse(toCard(kept)) },
  );
