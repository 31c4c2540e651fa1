import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, vi } from 'vitest';

export type MailServer = ReturnType<typeof startMailServer>;

/**
 * A mail server for journeys. Call it before `startJourney`, and give that its `env`, which is complete once the server
 * listens.
 */
export function startMailServer() {
  const received: { to: string; text: string }[] = [];
  const env: Record<string, string> = {};
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, text });
        done();
      });
    },
  });
  // A product that is stopped hangs up on it.
  smtp.on('error', () => {});
  beforeAll(async () => {
    const server = smtp.listen(0, '127.0.0.1');
    await once(server, 'listening');
    env.SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return {
    env,
    /** Waits for a mail to this address with this text in its subject, and resolves to the path of its link. */
    async linkTo(address: string, subject: RegExp, link = /\/auth\/link\/[\w-]+/): Promise<string> {
      const find = () => received.findLast(({ to, text }) => to === address && subject.test(subjectOf(text)));
      await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 20_000 });
      // Lines of quoted-printable text (RFC 2045, section 6.7) end with "=" where they go on.
      const text = find()?.text.replaceAll('=\r\n', '') ?? '';
      return link.exec(text)?.[0] ?? '';
    },
  };
}

/** The subject of a mail, without the line breaks of a folded header. */
const subjectOf = (text: string): string => /^Subject: ((?:.|\r\n[ \t])*)/m.exec(text)?.[1] ?? '';
