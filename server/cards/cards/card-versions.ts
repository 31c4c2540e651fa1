import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, lt } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { RowChanges } from '#server/cards/brand/judge-save.ts';
import { layOver, readBrand, type StoredCard } from '#server/cards/brand/lay-over.ts';
import { findCard, oldestRestorable, toCard } from '#server/cards/cards/cards.ts';
import { lockCard } from '#server/cards/cards/change-card.ts';
import { isOfHolder } from '#server/cards/cards/keep-version.ts';
import { changeFields, readChanges, writeCards } from '#server/cards/cards/write-cards.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { businessCards, cardVersions } from '#server/db/schema/cards.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { CARD_FIELD_NAMES } from '#shared/cards/card-fields.ts';
import type { CardVersion } from '#shared/cards/card-versions.ts';
import type { Card } from '#shared/cards/cards.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import { formatUtcDay } from '#shared/formats/time.ts';

/** Held cards of a team as they were before, which `changeFields` keeps: whoever empties one does not take it from the team. */

/** The fields that are brought back: a card that the team has paused stays paused. */
const NAMES = CARD_FIELD_NAMES.filter((name) => name !== 'isActive');

const oldestDay = (app: Pick<AppContext, 'now'>) => formatUtcDay(oldestRestorable(app));

/** The card as its holder wrote it, without what the team lays over it; throws 403 for members, who may edit it, too. */
async function findNow(ctx: UserContext, id: string): Promise<StoredCard> {
  requireTo(ctx, 'restore', 'card');
  await findCard(ctx, 'edit', id);
  const isThis = and(eq(businessCards.id, id), whereCan(ctx, 'edit', 'card'));
  const [now] = await ctx.db.select().from(businessCards).where(isThis);
  if (!now) throw notFound('card');
  return now;
}

/** The days before whose first change the card was kept, newest first, with what is different now. */
export async function listCardVersions(ctx: UserContext, { params }: ById): Promise<CardVersion[]> {
  const now = await findNow(ctx, params.id);
  const rows = await ctx.db
    .select()
    .from(cardVersions)
    .where(isOfHolder(now.id))
    .orderBy(desc(cardVersions.day));
  return rows.map(({ day, fields }) => ({
    day,
    changed: NAMES.filter(
      (name) => name in fields && !isDeepStrictEqual(Reflect.get(now, name), Reflect.get(fields, name)),
    ),
  }));
}

/** Saves the row of the card again as it was before the first change of a day, also beneath what the team has locked. */
export async function restoreCardVersion(
  ctx: UserContext,
  { params }: { params: { id: string; day: string } },
): Promise<Card> {
  const { id, day } = params;
  await findNow(ctx, id);
  const saved = await writeCards(ctx, async (inside) => {
    const isThis = and(isOfHolder(id), eq(cardVersions.day, day));
    const [version] = await inside.db.select().from(cardVersions).where(isThis);
    if (!version) throw notFound('cardVersion');
    const kept = await lockCard(inside, id);
    // Fields that an update has taken away since are left out.
    const fields = pick(version.fields, [...NAMES, 'chosenFields']) as RowChanges;
    const row = await changeFields(inside, kept, readChanges(kept, fields), ctx.requester.readCountry());
    const about = { name: row.fullName, to: day, subjectId: row.holderId };
    await recordTeamEvent(ctx, inside.db, ctx.account.id, 'in_team_card_restored', about);
    return layOver(row, await readBrand(inside, ctx.account));
  });
  return toCard(saved);
}

/** Versions can be brought back for as long as a deleted card. */
export async function purgeCardVersions(app: AppContext, stopping?: AbortSignal): Promise<void> {
  await deleteInSteps(app.db, cardVersions.day, lt(cardVersions.day, oldestDay(app)), { stopping });
}
