import type { Db } from '#server/db/open.ts';
import { defineJob, type Queue } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';

/** Mail through one interface: a durable job passes each mail to the configured mailer. */

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });
export type Mail = z.output<typeof mail>;

export interface Mailer {
  /** Sends a mail; throws if it was not accepted. `id` stays the same when it is retried. */
  deliver(mail: Mail, id: string): Promise<void>;
}

const mailJob = defineJob('mail', mail);

/** Sends a mail if the transaction it belongs to commits, and at most once per `key` if one is given. */
export function sendMail(app: { queue: Queue }, db: Db, letter: Mail, key?: string): Promise<void> {
  return app.queue.send(db, mailJob, letter, key === undefined ? {} : { key });
}

/** Makes the queue deliver what `sendMail` adds. */
export function mailJobs(app: { queue: Queue; mailer: Mailer }): void {
  app.queue.handle(mailJob, (letter, id) => app.mailer.deliver(letter, id));
}
