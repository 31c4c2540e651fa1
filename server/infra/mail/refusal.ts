import { PermanentFailure, Unreachable } from '#server/infra/queue/define-job.ts';

/**
 * Which answers of a mail server mean that this address will never take this mail. Source: RFC 5321, section 4.2.1: 5xx
 * is permanent, 4xx is not; RFC 3463 for the codes behind it.
 */

/** The mail server refuses this recipient for good, or this mail; the message is its answer. */
export class MailRefused extends PermanentFailure {
  override name = 'MailRefused';
  /** It refused what the mail says: another may be taken at this address. */
  readonly isAboutMail: boolean;

  constructor(
    answer: string,
    { isAboutMail = false, cause }: { isAboutMail?: boolean; cause?: unknown } = {},
  ) {
    super(answer, { cause });
    this.isAboutMail = isAboutMail;
  }
}

/**
 * Refusals of us rather than of the recipient, which the operator fixes: sign-in to the mail server (530 to 538), how we
 * speak (503, 504), our address (5.1.7, 5.1.8) or that of another (5.2.252, 5.7.60), what we may send (5.1.90, 5.4.5), who
 * we prove to be (5.7.8, 5.7.9, 5.7.20 to 5.7.29, RFC 7372) and our account there (5.7.0, 5.7.5xx to 5.7.7xx). Many
 * servers say it with words alone. A recipient who has blocked this sender is taken for one, too: such a mail waits in
 * vain, which is better than to give up everybody's mail.
 */
const ABOUT_US = [
  /^53[0-8]|^50[34]/,
  /\b5\.(1\.(7|8|90)|2\.252|4\.5|7\.([089]|2\d|60|[5-7]\d\d))\b/,
  /\brelay|sender|send ?as(denied)?\b|not verified|sending (limit|quota)|unauthenticated|\b(dmarc|spf|dkim)\b/i,
  /\bhelo command|\bclient host/i,
];

/** The library's additions to an error. */
type SmtpError = Error & Record<'code' | 'command' | 'response' | 'responseCode' | 'syscall', unknown>;

/** Servers repeat the recipient, whose address may have any of the words that are looked for. */
const withoutAddresses = (answer: string): string => answer.replace(/<[^<>]*>/g, '');

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
  const words = withoutAddresses(answer);
  return ABOUT_US.some((pattern) => pattern.test(words)) ? null : answer;
}

/** RFC 3463, sections 3.2 and 3.3: the status of an address or of its mailbox; or as servers say it in words. */
const ABOUT_ADDRESS =
  /\b5\.[12]\.\d|no such (user|recipient)|(unknown|invalid) (user|recipient|mailbox)|user unknown|mailbox (is )?(unavailable|full|not found)/i;

/** True of a refusal after the text of the mail, unless it names the address. */
export const isAboutMail = (error: unknown, answer: string): boolean =>
  (error as SmtpError).command === 'DATA' && !ABOUT_ADDRESS.test(withoutAddresses(answer));

/** True if there was no connection to the mail server. An AggregateError is the failure to reach any of several addresses. */
export function isUnreached(error: unknown): boolean {
  const { code, command, syscall } = error as SmtpError;
  return command === 'CONN' && (syscall === 'connect' || code === 'EDNS' || error instanceof AggregateError);
}

/** True if the mail server did not go over to TLS, without which nothing more is said to it. */
export function isUnencrypted(error: unknown): boolean {
  const { command, response } = error as SmtpError;
  return command === 'STARTTLS' && response !== undefined;
}

/** True if the mail has surely not arrived: the mail server said so, or was never reached. Without its answer, it may have. */
export function isUnsent(error: unknown): boolean {
  if (error instanceof MailRefused || error instanceof Unreachable) return true;
  if (!(error instanceof Error)) return false;
  const { command, responseCode }: SmtpError = error as SmtpError;
  return command === 'CONN' ? typeof responseCode === 'number' : command !== undefined;
}
