import { PermanentFailure } from '#server/infra/queue/define-job.ts';

/**
 * Which answers of a mail server mean that this address will never take this mail. Source: RFC 5321, section 4.2.1: 5xx
 * is permanent, 4xx is not; RFC 3463 for the codes behind it.
 */

/** The mail server refuses this recipient for good; the message is its answer. */
export class MailRefused extends PermanentFailure {
  override name = 'MailRefused';
}

/**
 * Refusals of the sender rather than of the recipient, which the operator fixes: sign-in to the mail server (530 to 538,
 * 5.7.0, 5.7.8, 5.7.9), our own address (5.1.7, 5.1.8), the order of commands (503), and a server that does not send on
 * for us. Such a mail waits.
 */
const ABOUT_US = /^53[0-8]|^503|\b5\.7\.[089]\b|\b5\.1\.[78]\b|\brelay/i;

/** The library's additions to an error. */
type SmtpError = Error & Record<'code' | 'command' | 'response' | 'responseCode', unknown>;

/** The answer of a mail server that refused the recipient for good, or null: then it is worth trying again. */
export function readMailRefusal(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, command, response, responseCode }: SmtpError = error as SmtpError;
  // The library itself refuses an address that no mail server would understand.
  if (code === 'EENVELOPE' && command === 'API') return error.message;
  const isAboutRecipient = command === 'RCPT TO' || command === 'DATA';
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500;
  if (!isAboutRecipient || !isPermanent) return null;
  const answer = typeof response === 'string' ? response : error.message;
  return ABOUT_US.test(answer) ? null : answer;
}
