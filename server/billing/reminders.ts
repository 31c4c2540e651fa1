import { and, eq, gt, lte } from 'drizzle-orm';
import type { AppContext, UserRow } from '#server/context.ts';
import { users } from '#server/db/schema.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { type Mail, sendMail } from '#server/infra/mail/mail.ts';
import { PRODUCT, REMINDER_DAYS } from '#shared/constants.ts';
import { formatUsd } from '#shared/money.ts';
import { screens } from '#shared/screens.ts';
import { monthlyCents } from '#shared/subscription.ts';
import { DAY_MS, utcDayFormat } from '#shared/time.ts';
import { quantityOf } from './sync.ts';

/** Sends an email three days before a trial ends, so that no charge or expiry comes as a surprise. */

const formatDay = utcDayFormat('en-GB', { dateStyle: 'long' });

/** Reminds everyone whose trial ends within three days, once per end date. */
export async function remindOfTrialEnds(app: AppContext): Promise<void> {
  const now = app.now();
  const soon = new Date(now.getTime() + REMINDER_DAYS * DAY_MS);
  const ending = await app.db
    .select()
    .from(users)
    .where(
      and(eq(users.subscriptionStatus, 'trial'), gt(users.trialEndsAt, now), lte(users.trialEndsAt, soon)),
    );
  for (const user of ending) {
    const { trialEndsAt } = user;
    if (!trialEndsAt) continue;
    const cents = monthlyCents(await quantityOf(app.db, user.id));
    const letter = reminderOf(user, formatDay(trialEndsAt), formatUsd(cents), originOf(app.config));
    await sendMail(app, app.db, letter, `trial-reminder ${user.id} ${trialEndsAt.toISOString()}`);
  }
}

function reminderOf(user: UserRow, day: string, price: string, origin: string): Mail {
  const { email: to, fullName: name, stripeSubscriptionId } = user;
  const url = origin + screens.subscribe;
  if (stripeSubscriptionId) {
    return composeMail({
      to,
      name,
      subject: `Your first charge: ${price} on ${day}`,
      paragraphs: [
        `Your free trial of ${PRODUCT} ends on ${day}. On that day we charge ${price} for the first month, then the same each month while you have as many cards.`,
        'There is nothing to do if you want to continue. If not, cancel in two clicks before that day and nothing is charged.',
      ],
      action: { label: 'See your subscription', url },
    });
  }
  return composeMail({
    to,
    name,
    subject: `Your free trial ends on ${day}`,
    paragraphs: [
      `Your free trial of ${PRODUCT} ends on ${day}. You haven’t added a payment card, so you won’t be charged.`,
      `Your cards stay online, and people can keep saving and sharing contacts. To create new cards after that day, subscribe for ${price} per month.`,
    ],
    action: { label: 'Subscribe', url },
  });
}
