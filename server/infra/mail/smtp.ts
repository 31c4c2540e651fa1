import { isLoopback } from '#server/config/setting-kinds.ts';
import { Unreachable } from '#server/infra/queue/define-job.ts';
import type { Mailer } from './mail.ts';
import { isAboutMail, isUnencrypted, isUnreached, MailRefused, readMailRefusal } from './refusal.ts';

/** Until the mail server is there and greets. */
const CONNECT_MS = 15_000;
/**
 * Until it answers anything else: one that reads a mail for viruses takes its time, and whoever does not wait for it sends
 * the mail twice. RFC 5321, section 4.5.3.2.6, would wait for ten minutes, but the next mails of its kind wait, too, and
 * such filters have less: Postfix gives them 100 seconds.
 */
const ANSWER_MS = 3 * 60_000;

/** Tells programs that answer by themselves, such as vacation notices, to be silent. Source: RFC 3834, section 5. */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Mail programs show a button for these. Sources: RFC 2369, section 3.2; RFC 8058, section 3.1. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * True if a password must not go to the server without TLS, which whoever is on the way can strip (RFC 8314, section 3; RFC
 * 4954, section 4): unless it is on this machine, or the URL says otherwise.
 */
function requiresTls(url: string): boolean {
  if (!URL.canParse(url)) return url.includes('@');
  const { password, hostname, searchParams } = new URL(url);
  return password !== '' && !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true';
}

/** Without what the library would lay over `requireTLS`. */
function withoutWaivers(url: string): string {
  if (!URL.canParse(url)) return url;
  const at = new URL(url);
  for (const name of ['requireTLS', 'ignoreTLS']) at.searchParams.delete(name);
  return at.href;
}

const UNENCRYPTED =
  'STARTTLS failed: the mail server takes no encryption, so no password was sent to it. Let SMTP_URL begin with smtps://, or end it with ?ignoreTLS=true to send the password unencrypted.';

/** Sends mails from `from` through the server at `url` (smtp:// or smtps://, including user and password). */
export function createSmtpMailer(url: string, from: string): Mailer {
  return {
    async deliver({ to, subject, text, html, replyTo, attachments = [], unsubscribeUrl }, id, date) {
      // Most processes never send mail, so the library is loaded with the first one.
      const { createTransport } = await import('nodemailer');
      const isRequired = url.startsWith('smtp:') && requiresTls(url);
      const transport = createTransport({
        ...(isRequired ? { url: withoutWaivers(url), requireTLS: true } : { url }),
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: ANSWER_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const domain = from.split('@').at(-1)?.replace(/>$/, '') ?? 'localhost';
      // With the same id on a retry, mailboxes can drop the duplicate.
      const messageId = `<${id}@${domain}>`;
      try {
        const { response } = await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          messageId,
          date,
          ...(replyTo && { replyTo }),
          attachments: attachments.map(({ fileName: filename, type: contentType, content }) => ({
            filename,
            contentType,
            content,
          })),
          headers: { ...HEADERS, ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
        });
        return response;
      } catch (error) {
        const refusal = readMailRefusal(error);
        if (refusal)
          throw new MailRefused(refusal, { isAboutMail: isAboutMail(error, refusal), cause: error });
        if (isRequired && isUnencrypted(error)) throw new Unreachable(UNENCRYPTED, { cause: error });
        if (isUnreached(error)) throw new Unreachable((error as Error).message, { cause: error });
        throw error;
      } finally {
        transport.close();
      }
    },
  };
}
