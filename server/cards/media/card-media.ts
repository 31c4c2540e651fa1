import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { holdShown, isWhole, lockHolder, noteLetGo } from '#server/cards/media/media-owners.ts';
import { type QuotaHolder, withRoom } from '#server/cards/media/quota.ts';
import { chargeUpload, storeBytes, storeStaged } from '#server/cards/media/store-media.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import type { businessCards } from '#server/db/schema/cards.ts';
import { cardMedia, media } from '#server/db/schema/cards.ts';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import type { CardChanges } from '#shared/cards/cards.ts';
import type { MediaKind } from '#shared/cards/media-rules.ts';
import { AppError } from '#shared/contract/errors.ts';
import { namesOf } from '#shared/contract/field-kinds.ts';
import { isInlineData, ownMediaName } from '#shared/contract/media-urls.ts';

/** The media of a card: inline data is stored as files, and the files each card shows are recorded by name. */

const SLOTS = namesOf(CARD_FIELDS, 'media').map((slot) => [slot, CARD_FIELDS[slot].of] as const);
const LISTS = namesOf(CARD_FIELDS, 'mediaList').map((slot) => [slot, CARD_FIELDS[slot].of] as const);

/**
 * Stores every inline data value and replaces it by its URL in the fields: no inline data reaches the database.
 */
export async function storeInlineMedia<Fields extends CardChanges>(
  ctx: UserContext,
  fields: Fields,
): Promise<Fields> {
  const stored = { ...fields };
  for (const [slot, kind] of SLOTS) {
    const value = stored[slot];
    if (value) stored[slot] = await storeValue(ctx, value, kind, slot);
  }
  for (const [slot, kind] of LISTS) {
    const values: string[] | undefined = stored[slot];
    if (!values) continue;
    const urls: string[] = [];
    for (const value of values) urls.push(await storeValue(ctx, value, kind, slot));
    stored[slot] = urls;
  }
  return stored;
}

/** The address of a slot's value: a staged or inline value is stored, any other is returned as is. */
async function storeValue(ctx: UserContext, value: string, wanted: MediaKind, slot: string): Promise<string> {
  const staged = ctx.inline?.files.get(value);
  if (!staged && !isInlineData(value)) return value;
  const name = 'This file';
  try {
    await ctx.limits.take('upload', ctx.user.id);
    if (staged) {
      const holder = { userId: ctx.account.id, reservationId: ctx.inline?.reservationId ?? null };
      return (await storeStaged(ctx, staged, { holder, name, wanted, charge: chargeUpload(ctx) })).url;
    }
    // A value so small or so unusually written that it arrived as part of the JSON body.
    const bytes = Buffer.from(value.slice(value.indexOf(',') + 1), 'base64');
    const store = (holder: QuotaHolder) =>
      storeBytes(ctx, bytes, { holder, name, wanted, charge: chargeUpload(ctx) });
    return (await withRoom(ctx, bytes.length, store)).url;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { retryAfter } = error;
    const fields = { [slot]: error.message };
    throw new AppError(
      error.code,
      error.message,
      retryAfter === undefined ? { fields } : { fields, retryAfter },
    );
  }
}

/** Reports a missing file under its form field: a draft may name a file that has since been swept. */
function fileIsGone(card: typeof businessCards.$inferSelect, known: ReadonlySet<string>): AppError {
  const isGone = (value: string | null) => {
    const name = ownMediaName(value);
    return name !== null && !known.has(name);
  };
  const slots = SLOTS.filter(([slot]) => isGone(card[slot])).map(([slot]) => [
    slot,
    'This file is no longer available. Please upload it again.',
  ]);
  const lists = LISTS.flatMap(([slot, kind]) => {
    const at = card[slot].findIndex(isGone);
    const noun = kind === 'image' ? 'Photo' : 'Video';
    return at < 0
      ? []
      : [[slot, `${noun} ${at + 1} is no longer available. Please remove it and upload it again.`]];
  });
  return new AppError('invalid', 'One of your uploads is no longer available. Please upload it again.', {
    fields: Object.fromEntries([...slots, ...lists]),
  });
}

/** Records which media the card shows now. Media it no longer shows are swept after a day's grace period. */
export async function linkCardMedia(app: AppContext, card: typeof businessCards.$inferSelect): Promise<void> {
  const values = [...SLOTS.map(([slot]) => card[slot]), ...LISTS.flatMap(([slot]) => card[slot])];
  const names = [...new Set(values.flatMap((value) => ownMediaName(value) ?? []))];
  await lockHolder(app.db, card.userId);
  const known = names.length
    ? await app.db
        .select({ name: media.name, bytes: media.bytes })
        .from(media)
        .where(and(inArray(media.name, names), isWhole))
        .for('share')
    : [];
  if (known.length < names.length) throw fileIsGone(card, new Set(known.map(({ name }) => name)));
  const isGone = names.length ? notInArray(cardMedia.mediaName, names) : undefined;
  const released = await app.db
    .delete(cardMedia)
    .where(and(eq(cardMedia.cardId, card.id), isGone))
    .returning({ name: cardMedia.mediaName });
  if (released.length) {
    const releasedNames = released.map(({ name }) => name);
    await app.db.update(media).set({ touchedAt: app.now() }).where(inArray(media.name, releasedNames));
    await noteLetGo(app.db, card.userId, releasedNames, app.now());
  }
  if (names.length) {
    await app.db
      .insert(cardMedia)
      .values(names.map((mediaName) => ({ cardId: card.id, mediaName })))
      .onConflictDoNothing();
    await holdShown(app.db, card.userId, known);
  }
}
