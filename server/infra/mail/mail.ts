import type { Db } from '#server/db/open.ts';
import { defineJob, type Queue } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';

/** Mail through one interface: a durable job hands each one to the mailer of the configuration. */

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });
export type Mail = z.output<typeof mail>;

export interface Mailer {
  /** Hands a mail over; a throw means it was not taken. `id` stays the same when it is tried again. */
  deliver(mail: Mail, id: string): Promise<void>;
}

const mailJob = defineJob('mail', mail);

/** Sends a mail with the transaction it belongs to, and at most once per `key` where one is given. */
export function sendMail(app: { queue: Queue }, db: Db, letter: Mail, key?: string): Promise<void> {
  return app.queue.send(db, mailJob, letter, key === undefined ? {} : { key });
}

/** Has the queue deliver what `sendMail` adds. */
export function mailJobs(app: { queue: Queue; mailer: Mailer }): void {
  app.queue.handle(mailJob, (letter, id) => app.mailer.deliver(letter, id));
}
