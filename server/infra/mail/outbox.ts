import fs from 'node:fs/promises';
import path from 'node:path';
import type { Mail } from './letter.ts';
import type { Mailer } from './mail.ts';

export interface OutboxMail extends Mail {
  /** When it would have been sent, as ISO 8601. */
  sentAt: string;
}

/** Saves mails as files in `folder` if no mail server is configured, so that nothing is lost and nothing is sent. */
export function createOutbox(folder: string, now: () => Date): Mailer {
  return {
    async deliver(mail, id) {
      await fs.mkdir(folder, { recursive: true });
      const file = path.join(folder, `${id.replace(/[^\w-]/g, '')}.json`);
      const kept: OutboxMail = { ...mail, sentAt: now().toISOString() };
      await fs.writeFile(`${file}.part`, JSON.stringify(kept, null, 2));
      await fs.rename(`${file}.part`, file);
      return `Kept as ${file}`;
    },
  };
}

/** The mails of an outbox, newest first. */
export async function readOutbox(folder: string): Promise<OutboxMail[]> {
  const names = await fs.readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  const mails = await Promise.all(
    files.map(async (name) => JSON.parse(await fs.readFile(path.join(folder, name), 'utf8')) as OutboxMail),
  );
  return mails.sort((a, b) => b.sentAt.localeCompare(a.sentAt));
}
