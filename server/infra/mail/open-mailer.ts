import path from 'node:path';
import type { Config } from '#server/config/config.ts';
import { HELD_REASON, type Hold } from '#server/infra/hold/hold.ts';
import type { Mailer } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { createSmtpMailer } from './smtp.ts';

/** The mail server of the settings, or without one the folder `outbox` in DATA_DIR. */
export const openMailer = ({ smtpUrl, mailFrom, dataDir }: Config, now: () => Date): Mailer =>
  smtpUrl ? createSmtpMailer(smtpUrl, mailFrom) : createOutbox(path.join(dataDir, 'outbox'), now);

/** A mailer that takes nothing while a restored copy is held. */
export const holdMails = (mailer: Mailer, hold: Hold): Mailer => ({
  deliver: (...mail) => (hold.isOn ? Promise.reject(new Error(HELD_REASON)) : mailer.deliver(...mail)),
});
