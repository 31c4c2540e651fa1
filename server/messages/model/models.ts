import { setTimeout as sleep } from 'node:timers/promises';
import { createWaitingLine } from '#server/infra/waiting-line.ts';
import type { Budget } from '#server/messages/model/budget.ts';
import { ModelAway, ModelRefusal } from '#server/messages/model/explain-failure.ts';
import type { LanguageModel, ModelAnswer } from '#server/messages/model/language-model.ts';
import { type Read, readAnswer } from '#server/messages/model/read-answer.ts';
import { z } from '#shared/contract/zod.ts';

/** The one way to the language model: a few calls at once, one of each account, each within its time and budget. */

/** Why there is no answer, as a sentence for the owner. */
export class NoModelAnswer extends Error {}

export const NO_ANSWER = {
  busy: 'AI is busy right now.',
  share: 'AI is still working on your last request.',
  limit: 'You’ve reached today’s AI limit.',
  late: 'AI didn’t respond in time.',
  away: 'AI can’t be reached right now.',
  refused: 'AI isn’t available right now.',
  unusable: 'AI’s answer couldn’t be used.',
  closing: 'Goldleaf is about to restart.',
} as const;

export interface Question<T> {
  /** Instructions. Nothing that a stranger wrote belongs here. */
  system: string;
  /** Data, as JSON, and what to do with it. */
  prompt: string;
  image?: { bytes: Uint8Array; type: string };
  /** The schema that an answer must match. */
  schema: z.ZodType<T>;
  /** The schema given to the model, where `schema` accepts more than that. */
  asked?: z.ZodType;
  maxOutputTokens?: number;
}

/** An account's turn; within it, questions may be asked until its time is over. */
export interface ModelTurn {
  /** One question and its answer, or why the answer is of no use. Throws `NoModelAnswer`, or why the client is gone. */
  ask<T>(question: Question<T>): Promise<Read<T>>;
  leave(): void;
}

export interface Models {
  /** Null if none is configured. */
  readonly model: Pick<LanguageModel, 'name' | 'host'> | null;
  /**
   * Waits for a turn. Its time runs from now, less `spentMs` that the question took to prepare. Throws `NoModelAnswer`, or
   * why the client is gone.
   */
  enter(userId: string, gone: AbortSignal, spentMs?: number): Promise<ModelTurn>;
  /** Ends all turns, and begins no more. */
  close(): void;
}

declare module '#server/context.ts' {
  interface AppContext {
    models: Models;
  }
}

/** `totalMs`: a turn with the wait for it. `retryMs`: the first pause after a failure at the provider. */
interface Times {
  totalMs: number;
  retryMs: number;
}
const USUAL_TIMES: Times = { totalMs: 15_000, retryMs: 500 };
const AT_ONCE = 4;
const WAITING_MAX = 50;
/** Of one account, under way and waiting: nobody fills the line for all. */
const OF_ACCOUNT_MAX = 3;
const TRIES = 3;
const OUTPUT_TOKENS_MAX = 2_500;
/** An image of the size that providers scale down to; what it costs is corrected after the call. */
const IMAGE_TOKENS = 2_000;
/** Rather too many: three characters of European text are about a token. */
const tokensIn = (...texts: string[]) => Math.ceil(texts.join('').length / 3);

/** Who asks and who waits: a few at once, one of each account. */
function createTurns() {
  const line = createWaitingLine<() => void>();
  const running = new Set<string>();
  const startNext = () => {
    while (running.size < AT_ONCE) {
      const next = line.take();
      if (!next) return;
      running.add(next.key);
      next.job();
    }
  };
  return {
    waiting: () => line.count(),
    countOf: (userId: string) => line.count(userId) + (running.has(userId) ? 1 : 0),
    wait: (userId: string, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const start = () => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        const stop = () => {
          line.remove(userId, start);
          reject(signal.reason);
        };
        signal.addEventListener('abort', stop, { once: true });
        line.add(userId, start);
        startNext();
      }),
    end(userId: string): void {
      running.delete(userId);
      line.release(userId);
      startNext();
    },
  };
}

export function createModels(
  model: LanguageModel | null,
  budget: Budget,
  times: Times = USUAL_TIMES,
): Models {
  const turns = createTurns();
  const closing = new AbortController();
  return {
    model,
    async enter(userId, gone, spentMs = 0) {
      const leftMs = Math.floor(times.totalMs - spentMs);
      if (leftMs <= 0) throw new NoModelAnswer(NO_ANSWER.late);
      const limit = AbortSignal.timeout(leftMs);
      const deadline = performance.now() + leftMs;
      const signal = AbortSignal.any([gone, limit, closing.signal]);
      if (!model || turns.waiting() >= WAITING_MAX) throw new NoModelAnswer(NO_ANSWER.busy);
      if (turns.countOf(userId) >= OF_ACCOUNT_MAX) throw new NoModelAnswer(NO_ANSWER.share);
      try {
        signal.throwIfAborted();
        await turns.wait(userId, signal);
      } catch (error) {
        throw explainTurn(error, { gone, closing: closing.signal, limit });
      }
      const bounds = { userId, signal, deadline, retryMs: times.retryMs };
      let isOver = false;
      return {
        async ask(question) {
          try {
            return await askOnce(model, budget, bounds, question);
          } catch (error) {
            throw explainTurn(error, { gone, closing: closing.signal, limit });
          }
        },
        leave() {
          if (!isOver) turns.end(userId);
          isOver = true;
        },
      };
    },
    close() {
      closing.abort();
    },
  };
}

/** The message of a failed turn, or the reason why the client is gone. */
function explainTurn(error: unknown, signals: Record<'gone' | 'closing' | 'limit', AbortSignal>): unknown {
  if (signals.gone.aborted || error instanceof NoModelAnswer) return error;
  if (signals.closing.aborted) return new NoModelAnswer(NO_ANSWER.closing);
  if (signals.limit.aborted) return new NoModelAnswer(NO_ANSWER.late);
  if (error instanceof ModelAway) return new NoModelAnswer(NO_ANSWER.away, { cause: error });
  if (error instanceof ModelRefusal) return new NoModelAnswer(NO_ANSWER.refused, { cause: error });
  return error;
}

/** The limits of a call. */
interface Bounds {
  userId: string;
  signal: AbortSignal;
  /** In the time of `performance.now()`. */
  deadline: number;
  retryMs: number;
}

async function askOnce<T>(
  model: LanguageModel,
  budget: Budget,
  bounds: Bounds,
  { system, prompt, image, schema, asked = schema, maxOutputTokens = OUTPUT_TOKENS_MAX }: Question<T>,
): Promise<Read<T>> {
  const reserved = tokensIn(system, prompt) + maxOutputTokens + (image ? IMAGE_TOKENS : 0);
  const settle = await budget.reserve(bounds.userId, reserved);
  if (!settle) throw new NoModelAnswer(NO_ANSWER.limit);
  let answer: ModelAnswer;
  try {
    // Written out as a whole: not every provider knows references.
    const jsonSchema = z.toJSONSchema(asked, { metadata: z.registry() }) as Record<string, unknown>;
    const { signal } = bounds;
    const request = { system, prompt, jsonSchema, maxOutputTokens, signal, ...(image && { image }) };
    answer = await tryAgain(() => model.complete(request), bounds);
  } catch (error) {
    const isFree = (error instanceof ModelAway || error instanceof ModelRefusal) && error.isFree;
    await settle({ tokens: isFree ? 0 : undefined, isUseful: false });
    throw error;
  }
  const read = readAnswer(answer.text, schema);
  await settle({ tokens: answer.tokens ?? tokensIn(system, prompt, answer.text), isUseful: 'value' in read });
  return read;
}

/** Repeats what failed at the provider, as far as the time allows and no sooner than it asks. */
async function tryAgain<T>(run: () => Promise<T>, { signal, deadline, retryMs }: Bounds): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ModelAway) || tried === TRIES) throw error;
      const waitMs = Math.max(error.retryAfterMs ?? 0, retryMs * 2 ** (tried - 1));
      if (performance.now() + waitMs >= deadline) throw error;
      await sleep(waitMs, undefined, { signal });
    }
  }
}
