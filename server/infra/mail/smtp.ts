import type { Mailer } from './mail.ts';

const TIMEOUT_MS = 15_000;

/** Mails through the server of `url` (smtp:// or smtps://, with user and password in it), from `from`. */
export function createSmtpMailer(url: string, from: string): Mailer {
  return {
    async deliver({ to, subject, text, html }, id) {
      // Most processes never send: the library is loaded with the first mail.
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
        // The same id on a second try lets mailboxes drop the double.
        await transport.sendMail({ from, to, subject, text, html, messageId: `<${id}@${domain}>` });
      } finally {
        transport.close();
      }
    },
  };
}
