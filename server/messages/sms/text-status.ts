import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { type TextState, textMessages } from '#server/db/schema/messages.ts';
import type { TakenText } from './text-provider.ts';

/** What the provider says became of a text, in its answers and its callbacks, which come late, twice and in any order. */

/** Twilio, "Message status values". Whatever else it may say means that it has the text. */
const STATES: Readonly<Record<string, TextState>> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** Applies it to the text with our id; false if there is none, or the provider has it under another id. */
export async function applyStatus(
  db: Db,
  id: string,
  { id: providerId, status, errorCode }: TakenText,
  now: Date,
): Promise<boolean> {
  const state = STATES[status] ?? 'sent';
  const isLater: SQL | undefined =
    state === 'sent'
      ? sql`${textMessages.state} not in ('delivered', 'failed')`
      : state === 'failed'
        ? ne(textMessages.state, 'delivered')
        : undefined;
  const { providerId: known } = textMessages;
  const values = {
    state: isLater
      ? sql<TextState>`case when ${isLater} then ${state}::text else ${textMessages.state} end`
      : state,
    reason: isLater
      ? sql`case when ${isLater} then ${state === 'failed' ? errorCode : null}::text else ${textMessages.reason} end`
      : null,
    providerId,
    ...(state === 'delivered'
      ? { deliveredAt: sql`coalesce(${textMessages.deliveredAt}, ${now.toISOString()}::timestamptz)` }
      : {}),
  };
  const { rowCount } = await db
    .update(textMessages)
    .set(values)
    .where(and(eq(textMessages.id, id), or(isNull(known), eq(known, providerId))));
  return rowCount === 1;
}

/** The text that the provider has under this id; null if none of ours. */
export async function findByProviderId(db: Db, providerId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: textMessages.id })
    .from(textMessages)
    .where(eq(textMessages.providerId, providerId));
  return row?.id ?? null;
}
