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
