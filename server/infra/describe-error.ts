/** Keeps parameters, which may be personal, out of the log: drizzle's own message contains them, its cause does not. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error ? error.cause.message : error.message).slice(0, 500);
}
