import type { APICallError } from 'ai';
import { readRetryAfter, Unanswered } from '#server/infra/fetch-within.ts';

/** The failure of a call of a language model, whatever the SDK wrapped it in. */

interface Failure {
  /** The provider said so itself, and charges nothing. */
  isFree: boolean;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** The model cannot answer now; `retryAfterMs` is what the provider asks to wait, if it does. */
export class ModelAway extends Error {
  readonly isFree: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { isFree, retryAfterMs, cause }: Failure) {
    super(message, { cause });
    this.isFree = isFree;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The provider refuses the request, or its response is not what its protocol says; the same call would fail again. */
export class ModelRefusal extends Error {
  readonly isFree: boolean;

  constructor(message: string, { isFree, cause }: Failure) {
    super(message, { cause });
    this.isFree = isFree;
  }
}

/** `response` is the SDK's error about a response, if it is one. */
export function explainFailure(error: unknown, response: APICallError | undefined): ModelAway | ModelRefusal {
  if (isUnanswered(error)) {
    return new ModelAway('The language model did not answer.', { isFree: false, cause: error });
  }
  const status = response?.statusCode ?? 0;
  if (status < 300) {
    return new ModelRefusal('The answer of the language model could not be read.', {
      isFree: false,
      cause: error,
    });
  }
  const message = `The provider of the language model answered ${status}.`;
  if (status !== 429 && status !== 408 && status < 500) return new ModelRefusal(message, { isFree: true });
  const retryAfterMs = readRetryAfter(response?.responseHeaders?.['retry-after'], new Date()) ?? undefined;
  return new ModelAway(message, { isFree: true, retryAfterMs });
}

function isUnanswered(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof Unanswered) return true;
  }
  return false;
}
