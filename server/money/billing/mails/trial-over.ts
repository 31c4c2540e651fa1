import type { UserRow } from '#server/context.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { readCardPrice } from '../price/price.ts';
import { endedLetter } from './letters.ts';
import { isNews } from './told-facts.ts';
import { type MailParts, wordsFor } from './words.ts';

/** Tells a user that their trial ended without a subscription; in the transaction that records it. */
export async function tellTrialOver(app: MailParts, user: UserRow, cards: number): Promise<void> {
  const endedAt = user.trialEndsAt;
  if (!endedAt || !(await isNews(app, user.id, 'trial over', endedAt.toISOString()))) return;
  const words = wordsFor(app, user, await readCardPrice(app, null));
  const letter = endedLetter(words, { endedAt, cards, hasPaid: false });
  await mailUser(app, app.db, user, letter);
}
