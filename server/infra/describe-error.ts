import { sqlState } from '#server/db/open.ts';

/**
 * An email address, as answers of mail servers and payment providers repeat it. It begins where a word does: a long one
 * is read once.
 */
const ADDRESS = /(?<![^\s<>"'(),:;])[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g;
/** PostgreSQL, appendix A: a data exception, whose message quotes the value. */
const DATA_EXCEPTION = /^22/;

/** The error that a library or drizzle wrapped: drizzle's own message, stack and fields contain the parameters. */
export const findCause = (error: Error): Error => (error.cause instanceof Error ? error.cause : error);

/** Keeps what may be personal out of the log: parameters of statements, values they quote, and addresses. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return hideAddresses(String(error));
  const { message } = findCause(error);
  const isData = DATA_EXCEPTION.test(sqlState(error) ?? '');
  return hideAddresses(isData ? message.replace(/"[^"]*"/g, '"…"') : message);
}

/** At most 500 characters, without email addresses. */
export const hideAddresses = (text: string): string => text.replace(ADDRESS, '…').slice(0, 500);
