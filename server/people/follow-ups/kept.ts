import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { keptFollowUps } from '#server/db/schema/people.ts';
import type { LanguageModel } from '#server/messages/model/language-model.ts';
import { classifyAgo } from '#server/people/follow-ups/composer/meeting.ts';
import type { FollowUpFacts } from '#server/people/follow-ups/composer/pieces.ts';
import type { PersonId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';
import { type FollowUpWish, type Suggestion, suggestion } from '#shared/people/follow-ups.ts';

/** Suggestions kept until the contact or the card changes. */

/** A contact's suggestions for this many different wishes are kept. */
const WISHES_MAX = 8;
/** Raised when what was kept is no longer what would be made. */
const FORM = 3;

/** Under what suggestions are kept. */
export interface Key {
  contactId: string;
  wishHash: string;
  factsHash: string;
}

const hashJson = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** `model` is null for the built-in composer. */
export function hashKey(
  { now, ...facts }: FollowUpFacts,
  { tone, length, language, line }: FollowUpWish,
  model: Pick<LanguageModel, 'host' | 'name'> | null,
  /** Whose they are in a team, where each person has their own. */
  writer?: PersonId,
): Key {
  return {
    contactId: facts.contactId,
    wishHash: hashJson([FORM, tone, length, language, line || undefined, model?.host, model?.name, writer]),
    // Today's "yesterday" is "on Tuesday" later.
    factsHash: hashJson([facts, classifyAgo({ ...facts, now })]),
  };
}

/** The kept suggestions, also if the facts have changed since: `suggestions` are null then, or if the composer makes them. */
export async function readKept(
  db: Db,
  { contactId, wishHash, factsHash }: Key,
): Promise<{ variant: number; suggestions: Suggestion[] | null }> {
  const [kept] = await db
    .select()
    .from(keptFollowUps)
    .where(and(eq(keptFollowUps.contactId, contactId), eq(keptFollowUps.wishHash, wishHash)));
  if (!kept) return { variant: 0, suggestions: null };
  // A former release may have kept them in another form.
  const suggestions = kept.factsHash === factsHash ? z.array(suggestion).safeParse(kept.suggestions) : null;
  return { variant: kept.variant, suggestions: suggestions?.success ? suggestions.data : null };
}

/**
 * Keeps suggestions, and only those for the latest wishes; does nothing if the contact is gone. Without `suggestions`, those
 * that are kept for the same facts stay.
 */
export async function keepSuggestions(
  db: Db,
  { contactId, wishHash, factsHash }: Key,
  { variant, suggestions }: { variant: number; suggestions?: Suggestion[] | null },
): Promise<void> {
  const json = suggestions ? JSON.stringify(suggestions) : null;
  await db.execute(sql`
    insert into ${keptFollowUps} (contact_id, wish_hash, facts_hash, variant, suggestions, created_at)
    select id, ${wishHash}, ${factsHash}, ${variant}, ${json}::jsonb, clock_timestamp()
    from contacts where id = ${contactId} for key share
    on conflict (contact_id, wish_hash) do update
    set facts_hash = excluded.facts_hash, variant = excluded.variant,
        suggestions = case when ${suggestions === undefined} and ${keptFollowUps}.facts_hash = excluded.facts_hash
          then ${keptFollowUps}.suggestions else excluded.suggestions end, created_at = excluded.created_at`);
  await db.execute(sql`
    delete from ${keptFollowUps} where contact_id = ${contactId} and wish_hash not in (
      select wish_hash from ${keptFollowUps} where contact_id = ${contactId}
      order by created_at desc limit ${WISHES_MAX})`);
}
