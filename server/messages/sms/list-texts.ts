import { and, count, desc, eq, gte, inArray } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { textMessages } from '#server/db/schema/messages.ts';
import { contacts } from '#server/db/schema/people.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import { SMS_MONTH_MAX, type Texting, type TextMessage } from '#shared/messages/sms.ts';
import { textBodyOf } from '#shared/messages/text-message.ts';
import { monthStart, SENT_STATES } from './claim-text.ts';
import { countriesOf, isConfirmed } from './offered-text.ts';
import { explain } from './text-states.ts';

/** The automatic texts of an owner, as they see them. */

export async function getTexting(ctx: UserContext): Promise<Texting> {
  const [row] = await ctx.db
    .select({ count: count() })
    .from(textMessages)
    .where(
      and(
        whereCan(ctx, 'see', 'textMessage'),
        inArray(textMessages.state, SENT_STATES),
        gte(textMessages.attemptedAt, monthStart(ctx.now())),
      ),
    );
  return {
    isConfirmed: isConfirmed(ctx.config, ctx.account),
    countries: [...countriesOf(ctx.config, ctx.user)],
    sentThisMonth: row?.count ?? 0,
    monthMax: SMS_MONTH_MAX,
    preview: textBodyOf(ctx.account.fullName, ctx.account.autoSmsMessage),
  };
}

export async function listTexts(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<TextMessage>> {
  const limit = rowsWanted(query);
  const { createdAt, id } = textMessages;
  const rows = await ctx.db
    .select({ text: textMessages, contactName: contacts.fullName })
    .from(textMessages)
    .leftJoin(contacts, eq(contacts.id, textMessages.contactId))
    .where(and(whereCan(ctx, 'see', 'textMessage'), isOlder(createdAt, id, toMomentPosition(query.cursor))))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = toPage(rows, limit, ({ text }) => newestFirst(text));
  return {
    ...page,
    rows: page.rows.map(({ text, contactName }) => ({
      id: text.id,
      contactId: text.contactId,
      contactName,
      text: textBodyOf(text.ownerName, text.message),
      state: text.state,
      reason: explain(text.state, text.reason),
      waitsUntil: text.state === 'waiting' ? text.nextAt.toISOString() : null,
      attemptedAt: text.attemptedAt?.toISOString() ?? null,
      deliveredAt: text.deliveredAt?.toISOString() ?? null,
      consentVersion: text.consentVersion,
      consentNetwork: text.consentNetwork,
      consentWithdrawnAt: text.consentWithdrawnAt?.toISOString() ?? null,
      createdAt: text.createdAt.toISOString(),
    })),
  };
}
