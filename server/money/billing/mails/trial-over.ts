import type { UserRow } from '#server/context.ts';
import { billedQuantity } from '#shared/money/subscription.ts';
import { readCardPrice } from '../price/price.ts';
import { endedLetter, teamTrialOverLetter } from './letters.ts';
import { isClosed, isPaidByTeam, mailPayer, readPayer } from './payer.ts';
import { isNews } from './told-facts.ts';
import { type MailParts, wordsFor } from './words.ts';

/** Tells a user that their trial ended without a subscription; in the transaction that records it. */
export async function tellTrialOver(app: MailParts, user: UserRow, cards: number): Promise<void> {
  const endedAt = user.trialEndsAt;
  const quantity = billedQuantity(cards, user.kind);
  const payer = await readPayer(app.db, user);
  if (
    !endedAt ||
    quantity === 0 ||
    isClosed(user, payer) ||
    (cards === 0 && (await isPaidByTeam(app.db, user))) ||
    !(await isNews(app, user.id, 'trial over', endedAt.toISOString()))
  )
    return;
  const words = wordsFor(app, payer, await readCardPrice(app, null));
  const letter = payer.team
    ? teamTrialOverLetter(words, quantity, endedAt)
    : endedLetter(words, { endedAt, cards: quantity, hasPaid: false });
  await mailPayer(app, app.db, payer, letter);
}
