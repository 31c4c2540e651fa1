import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, vi } from 'vitest';

/**
 * A mail server on a loopback address, which keeps mails as they arrive, refuses those to addresses in `refused`, and
 * takes the next one to an address in `unanswered` without ever saying so.
 */
export async function startMailSink() {
  const mails: { to: string; source: string }[] = [];
  const refused = new Set<string>();
  const unanswered = new Set<string>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString().replaceAll('=\r\n', '');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        for (const address of to) mails.push({ to: address, source });
        const isSilent = to.filter((address) => unanswered.delete(address)).length > 0;
        if (!isSilent) done();
      });
    },
  });
  // A product that is stopped hangs up on it.
  smtp.on('error', () => {});
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  /** Other mails than that which asks to confirm the address. */
  const to = (address: string): string[] =>
    mails.flatMap((mail) =>
      mail.to === address && !/^Subject: Confirm your email/m.test(mail.source) ? [mail.source] : [],
    );
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    unanswered,
    to,
    /** Waits until there are exactly so many mails. */
    async wait(address: string, count: number): Promise<string[]> {
      await vi.waitFor(() => expect(to(address)).toHaveLength(count), { timeout: 20_000, interval: 50 });
      return to(address);
    },
  };
}

/** The parts of a mail that are base64, as text. */
export const filesIn = (source: string): string =>
  [...source.matchAll(/base64\r\n(?:.+\r\n)*\r\n([\w+/=\r\n]+)/g)]
    .map(([, text = '']) => Buffer.from(text, 'base64').toString())
    .join('\n');
