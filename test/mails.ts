import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { Mail } from '#server/infra/mail/letter.ts';
import type { Client, TestServer } from '#test/server.ts';

/** The mails that a test server sends, kept in memory. Give it to `startTestServer` as its environment. */
export const WITH_MAIL = { SMTP_URL: 'smtp://127.0.0.1:9' };

export interface Mailbox {
  readonly mails: readonly Mail[];
  /** Waits for as many mails to this address, with this text in their subject, as `count`; oldest first. */
  wait(to: string, count?: number, subject?: RegExp): Promise<Mail[]>;
  /** Waits for a mail to this address with this text in its subject, and returns the path of its link. */
  linkTo(to: string, subject: RegExp): Promise<string>;
  to(address: string): Mail[];
}

export function openMailbox(server: TestServer): Mailbox {
  const mails: Mail[] = [];
  let putBack = () => {};
  beforeAll(() => {
    const { mailer } = server.running.app;
    const { deliver } = mailer;
    putBack = () => {
      mailer.deliver = deliver;
    };
    mailer.deliver = async (mail) => {
      mails.push(mail);
      return 'kept';
    };
  });
  afterAll(() => putBack());
  const to = (address: string) => mails.filter((mail) => mail.to === address);
  return {
    mails,
    to,
    async wait(address, count = 1, subject = /./) {
      const find = () => to(address).filter((mail) => subject.test(mail.subject));
      await vi.waitFor(() => expect(find().length).toBeGreaterThanOrEqual(count), { timeout: 20_000 });
      return find();
    },
    async linkTo(address, subject) {
      const find = () => to(address).findLast((mail) => subject.test(mail.subject));
      await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 20_000 });
      return pathIn(find());
    },
  };
}

/** The path of a mailed link. */
export const pathIn = (mail: Mail | undefined): string =>
  /\/auth\/link\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? 'no link';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Presses a button of a mailed link's page. */
export const press = (call: Client, path: string, fields: Record<string, string>) =>
  call('POST', path, new URLSearchParams(fields).toString(), FORM);
