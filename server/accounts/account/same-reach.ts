import { and, asc, inArray } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { changeAccount } from '#server/accounts/account/change-account.ts';
import { toAccount } from '#server/accounts/auth/auth.ts';
import { type CardRow, findCard, toCard } from '#server/cards/cards/cards.ts';
import { saveCard } from '#server/cards/cards/change-card.ts';
import { writeCards } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import type { SameReach } from '#shared/accounts/same-reach.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * Saves new details on several cards and for the account, all or nothing. Sent again, it finds everything as it should
 * be, and succeeds. Cards are locked in one order, so that no two saves wait for each other.
 */
export async function changeSameReach(ctx: UserContext, { body }: { body: SameReach }) {
  const { phoneNumber } = body;
  const cards = body.cards.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const { id } of cards) await findCard(ctx, 'edit', id);
  const saved = await writeCards(ctx, async (inside) => {
    // All cards before any save, which locks the account, too: a usual save locks in this order.
    await inside.db
      .select({ id: businessCards.id })
      .from(businessCards)
      .where(
        and(
          inArray(
            businessCards.id,
            cards.map(({ id }) => id),
          ),
          whereCan(ctx, 'edit', 'card'),
        ),
      )
      .orderBy(asc(businessCards.id))
      .for('no key update');
    const rows: CardRow[] = [];
    for (const { id, baseVersion, ...fields } of cards)
      rows.push(await saveCard(inside, { id, fields, baseVersion, refuse: toRefusal }));
    const account =
      phoneNumber === undefined
        ? await toAccount(accountOf(ctx.user), inside)
        : await changeAccount(inside, { body: { phoneNumber } });
    return { cards: rows.map(toCard), account };
  });
  ctx.pages.invalidate(`user:${accountOf(ctx.user).id}`);
  return saved;
}

const toRefusal = ({ name }: CardRow): AppError =>
  new AppError('conflict', `“${name}” was changed elsewhere meanwhile, so nothing was saved. Look again.`);
