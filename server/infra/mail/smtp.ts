import type { Mailer } from './mail.ts';

const TIMEOUT_MS = 15_000;

/** Sends mails from `from` through the server at `url` (smtp:// or smtps://, including user and password). */
export function createSmtpMailer(url: string, from: string): Mailer {
  return {
    async deliver({ to, subject, text, html }, id) {
      // Most processes never send mail, so the library is loaded with the first one.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const domain = from.split('@').at(-1)?.replace(/>$/, '') ?? 'localhost';
      try {
        // With the same id on a retry, mailboxes can drop the duplicate.
        await transport.sendMail({ from, to, subject, text, html, messageId: `<${id}@${domain}>` });
      } finally {
        transport.close();
      }
    },
  };
}
