import { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { composeMail } from './compose.ts';
import { isUnsent, MailRefused } from './refusal.ts';
import { createSmtpMailer } from './smtp.ts';

const letter = composeMail({
  to: 'łukasz@example.com',
  subject: 'Your trial ends soon\r\nBcc: everyone@example.com',
  name: 'Łukasz Nowak',
  paragraphs: ['Your first charge is $5.'],
});

describe('A mail server', () => {
  const received: { from: string; to: string[]; source: string; user: string | undefined }[] = [];
  /** Breaks off the connection in place of the next answer at the end of the text. */
  let breakOff: (() => void) | undefined;
  /** The server's next answers, each to the recipient or at the end of the text. */
  const refusals: { code: number; answer: string; at?: 'data' }[] = [];
  const refusalAt = (at?: 'data') => {
    const index = refusals.findIndex((refusal) => refusal.at === at);
    const [refusal] = index < 0 ? [] : refusals.splice(index, 1);
    return refusal && Object.assign(new Error(refusal.answer), { responseCode: refusal.code });
  };
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'secret' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onRcptTo: (_address, _session, done) => {
      done(refusalAt());
    },
    onData: (stream, session, done) => {
      let source = '';
      stream.on('data', (chunk: Buffer) => {
        source += chunk;
      });
      stream.on('end', () => {
        if (breakOff) return breakOff();
        const refusal = refusalAt('data');
        if (refusal) return done(refusal);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
          user: session.user,
        });
        done();
      });
    },
    disabledCommands: ['STARTTLS'],
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const address = smtp.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));

  it('receives mails with both bodies and an id that stays the same on a retry', async () => {
    const mailer = createSmtpMailer(`smtp://app:secret@127.0.0.1:${port}`, 'Goldleaf <cards@example.com>');
    const mail = { ...letter, to: 'ada@example.com' };
    const date = new Date('2026-05-01T10:00:00Z');
    expect(await mailer.deliver(mail, 'job-1', date)).toMatch(/^250 /);
    await mailer.deliver(mail, 'job-1', date);
    expect(received).toHaveLength(2);
    for (const { from, to, source, user } of received) {
      expect([from, to, user]).toEqual(['cards@example.com', ['ada@example.com'], 'app']);
      expect(source).toContain('Message-ID: <job-1@example.com>');
      expect(source).toContain('Date: Fri, 01 May 2026 10:00:00 +0000');
      expect(source).toContain('Auto-Submitted: auto-generated');
      expect(source).toMatch(/Content-Type: text\/plain; charset=utf-8/);
      expect(source).toMatch(/Content-Type: text\/html; charset=utf-8/);
      expect(source).not.toMatch(/^Bcc:/m);
    }
  });

  it('may refuse a mail, and the sender sees the refusal', async () => {
    const wrong = createSmtpMailer(`smtp://app:guess@127.0.0.1:${port}`, 'cards@example.com');
    await expect(wrong.deliver(letter, 'job-2')).rejects.toThrow();
    refusals.push({ code: 452, answer: 'Mailbox full' });
    const right = createSmtpMailer(`smtp://app:secret@127.0.0.1:${port}`, 'cards@example.com');
    await expect(right.deliver(letter, 'job-3')).rejects.toThrow('Mailbox full');
  });

  it.each([
    { code: 550, answer: 'No such user here' },
    { code: 550, answer: '5.1.1 Unknown mailbox' },
    { code: 553, answer: 'Mailbox name not allowed' },
    { code: 554, answer: 'Transaction failed', at: 'data' as const, isAboutMail: true },
    { code: 552, answer: '5.2.2 Over quota', at: 'data' as const },
    { code: 550, answer: '5.1.10 RESOLVER.ADR.RecipientNotFound' },
    { code: 550, answer: '5.4.1 Recipient address rejected: Access denied' },
    { code: 550, answer: '5.1.1 <sender@relay.example>: User unknown' },
    { code: 550, answer: '5.7.1 Message refused as spam', at: 'data' as const, isAboutMail: true },
    { code: 550, answer: '5.7.1 We do not like you' },
  ])('refuses a recipient or a mail for good with %j', async (refusal) => {
    refusals.push(refusal);
    const mailer = createSmtpMailer(`smtp://app:secret@127.0.0.1:${port}`, 'cards@example.com');
    const refused = mailer.deliver(letter, 'job-4');
    await expect(refused).rejects.toBeInstanceOf(MailRefused);
    await expect(refused).rejects.toMatchObject({ isAboutMail: refusal.isAboutMail ?? false });
    await expect(refused).rejects.toThrow(`${refusal.code} ${refusal.answer}`);
  });

  it.each([
    { code: 450, answer: 'Greylisted' },
    { code: 451, answer: 'Try later', at: 'data' as const },
    { code: 530, answer: '5.7.0 Authentication required' },
    { code: 550, answer: '5.7.1 Relaying denied' },
    { code: 550, answer: '5.1.8 Bad sender' },
    { code: 553, answer: '5.7.1 <cards@example.com>: Sender address rejected: not owned by user app' },
    { code: 504, answer: '5.5.2 <goldleaf@localhost>: need fully-qualified address' },
    { code: 504, answer: '5.5.2 <app>: Helo command rejected: need fully-qualified hostname' },
    { code: 554, answer: 'Message rejected: Email address is not verified.', at: 'data' as const },
    { code: 550, answer: 'The from address does not match a verified Sender Identity', at: 'data' as const },
    { code: 550, answer: '5.4.5 Daily user sending limit exceeded', at: 'data' as const },
    { code: 554, answer: '5.2.252 SendAsDenied; app@example.com', at: 'data' as const },
    { code: 550, answer: '5.7.60 Client does not have permissions', at: 'data' as const },
    { code: 550, answer: '5.7.26 This mail is unauthenticated', at: 'data' as const },
    { code: 550, answer: '5.7.1 Not accepted due to the DMARC policy of example.com', at: 'data' as const },
    { code: 550, answer: '5.7.705 Access denied, tenant has exceeded threshold', at: 'data' as const },
    { code: 554, answer: '5.7.1 Service unavailable; Client host [192.0.2.1] blocked using a list' },
  ])('says nothing about the recipient with %j', async (refusal) => {
    refusals.push(refusal);
    const mailer = createSmtpMailer(`smtp://app:secret@127.0.0.1:${port}`, 'cards@example.com');
    const error = await mailer.deliver(letter, 'job-5').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
  });

  it('that is not there, or wants another password, is no refusal of the recipient', async () => {
    for (const url of ['smtp://127.0.0.1:1', `smtp://app:guess@127.0.0.1:${port}`]) {
      const mailer = createSmtpMailer(url, 'cards@example.com');
      const error = await mailer.deliver(letter, 'job-6').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(MailRefused);
    }
  });

  it('has surely not taken what it refused, or what never came to it', async () => {
    refusals.push({ code: 451, answer: 'Try later', at: 'data' }, { code: 450, answer: 'Greylisted' });
    const urls = ['app:secret@127.0.0.1', 'app:secret@127.0.0.1', 'app:guess@127.0.0.1'];
    for (const url of [...urls.map((one) => `smtp://${one}:${port}`), 'smtp://127.0.0.1:1']) {
      const error = await createSmtpMailer(url, 'cards@example.com')
        .deliver(letter, 'job-7')
        .catch((reason: unknown) => reason);
      expect(isUnsent(error)).toBe(true);
    }
  });

  it('may have taken a mail whose answer was lost', async () => {
    smtp.server.once('connection', (socket: Socket) => {
      breakOff = () => socket.destroy();
    });
    const mailer = createSmtpMailer(`smtp://app:secret@127.0.0.1:${port}`, 'cards@example.com');
    const error = await mailer.deliver(letter, 'job-8').catch((reason: unknown) => reason);
    breakOff = undefined;
    expect(error).toBeInstanceOf(Error);
    expect(isUnsent(error)).toBe(false);
  });

  it('gets no password without TLS, unless it is on this machine or the URL says so', async () => {
    const sendTo = (rest: string) =>
      createSmtpMailer(`smtp://${rest}`, 'cards@example.com').deliver(letter, 'job-10');
    received.length = 0;
    // This machine by an address that is not taken for it.
    const refused = sendTo(`app:secret@0.0.0.0:${port}`);
    await expect(refused).rejects.toThrow('takes no encryption');
    expect(isUnsent(await refused.catch((reason: unknown) => reason))).toBe(true);
    for (const other of ['requireTLS=true', 'requireTLS=false', 'requireTLS=0', 'ignoreTLS=1'])
      await expect(sendTo(`app:secret@0.0.0.0:${port}?${other}`)).rejects.toThrow('takes no encryption');
    expect(received).toEqual([]);
    await sendTo(`app:secret@0.0.0.0:${port}?ignoreTLS=true`);
    await sendTo(`app:secret@127.0.0.1:${port}`);
    expect(received.map(({ user }) => user)).toEqual(['app', 'app']);
  });

  it('may take minutes for an answer', async () => {
    const limits = vi.spyOn(Socket.prototype, 'setTimeout');
    const mailer = createSmtpMailer(`smtp://app:secret@127.0.0.1:${port}`, 'cards@example.com');
    await mailer.deliver(letter, 'job-9');
    const given = limits.mock.calls.map(([ms]) => ms);
    limits.mockRestore();
    expect(given).toContain(3 * 60_000);
  });
});
