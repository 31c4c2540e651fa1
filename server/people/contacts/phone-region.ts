import { whereCan } from '#server/access/where-can.ts';
import { regionOfCard } from '#server/cards/cards/phones.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { type PhoneRegion, regionOf, regionOfNumber } from '#server/infra/phone.ts';

/** The region of the owner's own numbers, or else where they are: for a number without a country code. */
export async function phoneRegionOf(ctx: UserContext): Promise<PhoneRegion | null> {
  const cards = await ctx.db
    .select()
    .from(businessCards)
    .where(whereCan(ctx, 'list', 'card'))
    .limit(10);
  for (const card of cards) {
    const region = regionOfCard(card);
    if (region) return region;
  }
  return regionOfNumber(ctx.user.phoneNumber) ?? regionOf(ctx.requester.readCountry());
}
