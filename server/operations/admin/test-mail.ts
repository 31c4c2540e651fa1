import { randomUUID } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import type { Mailer } from '#server/infra/mail/mail.ts';
import { addSeller } from '#server/infra/mail/seller.ts';
import { PRODUCT } from '#shared/contract/constants.ts';

interface MailParts {
  config: Config;
  mailer: Mailer;
  now(): Date;
}

/** Sends a mail to `to` now, without the queue, and returns what the mail server answered; throws what it refused. */
export async function sendTestMail({ config, mailer, now }: MailParts, to: string): Promise<string> {
  if (!/^[^\s<>@]+@[^\s<>@]+$/.test(to)) throw new Error(`“${to}” isn’t an email address.`);
  const mail = composeMail({
    to,
    name: '',
    subject: `A test of ${PRODUCT}`,
    paragraphs: [`If you can read this, ${PRODUCT} at ${originOf(config)} can send email.`],
    facts: [{ label: 'Sender', value: config.mailFrom }],
    footnote: 'An administrator sent this email from the command line.',
  });
  const answer = await mailer.deliver(addSeller(mail, config.seller), randomUUID(), now()).catch((error) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The email to ${to} wasn’t sent. The mail server said: ${reason}`);
  });
  if (!config.smtpUrl) return `SMTP_URL isn’t set, so no email is sent. ${answer}`;
  return `Sent to ${to}. The mail server said: ${answer}`;
}
