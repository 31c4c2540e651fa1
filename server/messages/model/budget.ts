import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { modelUse } from '#server/db/schema/messages.ts';
import { MODEL_CALLS_PER_DAY, MODEL_TOKENS_PER_DAY } from '#shared/contract/constants.ts';
import { formatUtcDay } from '#shared/formats/time.ts';

/**
 * Each account's daily (UTC) budget for the language model: durable, so that a restart gives nobody more. A call
 * that was broken off keeps its estimate. Prices are not in it: they differ by model and change.
 */

/** Ends a call: with the tokens it took, if they are known, and whether its answer was of use. */
export type Settle = (used: { tokens: number | undefined; isUseful: boolean }) => Promise<void>;

export interface Budget {
  /** Counts a call and the tokens it may take before it is made; null if that would be too many. */
  reserve(userId: string, tokens: number): Promise<Settle | null>;
}

export function createBudget(db: Db, now: () => Date): Budget {
  return {
    async reserve(userId, tokens) {
      const day = formatUtcDay(now());
      const { rows } = await db.execute(sql`
        insert into ${modelUse} (user_id, day, calls, failures, tokens)
        values (${userId}, ${day}, 1, 0, ${tokens})
        on conflict (user_id, day) do update
        set calls = ${modelUse.calls} + 1, tokens = ${modelUse.tokens} + excluded.tokens
        where ${modelUse.calls} < ${MODEL_CALLS_PER_DAY}
          and ${modelUse.tokens} + excluded.tokens <= ${MODEL_TOKENS_PER_DAY}
        returning 1`);
      if (rows.length === 0) return null;
      return async ({ tokens: used = tokens, isUseful }) => {
        await db.execute(sql`
          update ${modelUse}
          set tokens = greatest(0, tokens + ${Math.round(used) - tokens}::integer),
              failures = failures + ${isUseful ? 0 : 1}
          where user_id = ${userId} and day = ${day}`);
      };
    },
  };
}
