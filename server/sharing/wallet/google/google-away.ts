/** Google did not answer, failed itself or has had enough for now; another attempt may work. */
export class GoogleAway extends Error {
  /** How long Google asked to be left alone; null if it did not say. */
  readonly waitMs: number | null;

  constructor(message: string, waitMs: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.waitMs = waitMs;
  }
}

/** Google understood the request and refused it for good: trying again would change nothing. */
export class GoogleRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Google refused a pass with ${status}.`);
    this.status = status;
  }
}

/** The longest that one answer of Google may put us off. */
const WAIT_MAX_MS = 60 * 60 * 1000;

/** How long an answer asks to wait, in ms: a number of seconds or a date (RFC 9110, section 10.2.3). */
export function waitIn(headers: Headers, now: Date): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), WAIT_MAX_MS);
}
