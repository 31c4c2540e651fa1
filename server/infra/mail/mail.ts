import { and, eq, isNotNull } from 'drizzle-orm';
import type { Config } from '#server/config/config.ts';
import { foldCase } from '#server/db/columns.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import type { EventLog } from '#server/infra/event-log.ts';
import type { Queue } from '#server/infra/queue/queue.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import { composeMail } from './compose.ts';
import type { Letter, Mail } from './letter.ts';
import { MailRefused } from './refusal.ts';
import { addSeller } from './seller.ts';

/** Mail through one interface: a durable job passes each mail to the configured mailer. */

export interface Mailer {
  /**
   * Sends a mail and resolves to what the mail server answered. Throws `MailRefused` if it will never take this mail to this
   * address, and another error if it may later. `id` and `date` (without it, now)
   * stay the same when it is retried.
   */
  deliver(mail: Mail, id: string, date?: Date): Promise<string>;
}

/**
 * Tries for five days, at the end once an hour, before a mail is given up: longer than a mail server is usually away.
 * Source: RFC 5321, section 4.5.4.1.
 */
export const MAIL_RETRIES = 130;

/** Sends a mail if the transaction it belongs to commits, and at most once per `key` if one is given. */
export function sendMail(app: { queue: Queue }, db: Db, letter: Mail, key?: string): Promise<void> {
  return app.queue.send(db, 'mail', letter, key === undefined ? {} : { key });
}

/** Likewise for an account, which may have no address: then nothing is sent. */
export async function mailUser(
  app: { queue: Queue },
  tx: Db,
  { email, fullName }: { email: string | null; fullName: string },
  letter: Omit<Letter, 'to' | 'name'>,
  key?: string,
): Promise<void> {
  if (email) await sendMail(app, tx, composeMail({ ...letter, to: email, name: fullName }), key);
}

interface MailParts {
  db: Db;
  queue: Queue;
  mailer: Mailer;
  events: EventLog;
  config: Config;
  now(): Date;
}

/**
 * Passes a mail to the mailer at once, for jobs whose mail must not be stored; everything else calls `sendMail`. `id` and
 * `date` as for `Mailer.deliver`; throws as it does.
 */
export async function deliverMail(app: MailParts, letter: Mail, id: string, date?: Date): Promise<void> {
  try {
    await app.mailer.deliver(addSeller(letter, app.config.seller), id, date);
  } catch (error) {
    if (error instanceof MailRefused && !error.isAboutMail) await markRefused(app, letter.to, error.message);
    throw error;
  }
  await forgetRefusal(app, letter.to);
}

const ANSWER_MAX = 200;

/** Marks the address of an account, so that its owner and administrators see why no mail arrives. */
async function markRefused({ db, events, now }: MailParts, to: string, answer: string): Promise<void> {
  const [user] = await db
    .update(users)
    .set({ emailRefusedAt: now(), emailRefusal: cutText(answer.replace(/\s+/g, ' '), ANSWER_MAX) })
    .where(eq(foldCase(users.email), foldCase(to)))
    .returning({ id: users.id });
  events.note({}, 'mail_refused', { targetId: user?.id });
}

/** An address that takes a mail is good again. */
async function forgetRefusal({ db }: MailParts, to: string): Promise<void> {
  await db
    .update(users)
    .set({ emailRefusedAt: null, emailRefusal: null })
    .where(and(eq(foldCase(users.email), foldCase(to)), isNotNull(users.emailRefusedAt)));
}
