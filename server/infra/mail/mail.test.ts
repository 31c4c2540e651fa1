import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer } from '#test/server.ts';
import { composeMail } from './compose.ts';
import { sendMail } from './mail.ts';
import { createOutbox, readOutbox } from './outbox.ts';
import { createSmtpMailer } from './smtp.ts';

const letter = composeMail({
  to: 'łukasz@example.com',
  subject: 'Your trial ends soon\r\nBcc: everyone@example.com',
  name: 'Łukasz <b>Nowak</b>',
  paragraphs: ['Your first charge is $5.'],
  action: { label: 'See your subscription', url: 'https://cards.example.com/subscribe' },
});

describe('A mail', () => {
  it('says the same in plain text and in HTML, and cannot be used to inject tags or headers', () => {
    expect(letter.subject).toBe('Your trial ends soon Bcc: everyone@example.com');
    expect(letter.text).toContain('Your first charge is $5.');
    expect(letter.text).toContain('See your subscription: https://cards.example.com/subscribe');
    expect(letter.html).toContain('Łukasz &lt;b&gt;Nowak&lt;/b&gt;');
    expect(letter.html).toContain('href="https://cards.example.com/subscribe"');
    expect(letter.html).not.toMatch(/<img|<link|<script/);
  });
});

describe('A mail server', () => {
  const received: { from: string; to: string[]; source: string; user: string | undefined }[] = [];
  const refusals: string[] = [];
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'secret' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onRcptTo: (_address, _session, done) => {
      const refusal = refusals.shift();
      done(refusal ? new Error(refusal) : undefined);
    },
    onData: (stream, session, done) => {
      let source = '';
      stream.on('data', (chunk: Buffer) => {
        source += chunk;
      });
      stream.on('end', () => {
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
    await mailer.deliver(mail, 'job-1');
    await mailer.deliver(mail, 'job-1');
    expect(received).toHaveLength(2);
    for (const { from, to, source, user } of received) {
      expect([from, to, user]).toEqual(['cards@example.com', ['ada@example.com'], 'app']);
      expect(source).toContain('Message-ID: <job-1@example.com>');
      expect(source).toMatch(/Content-Type: text\/plain; charset=utf-8/);
      expect(source).toMatch(/Content-Type: text\/html; charset=utf-8/);
      expect(source).not.toMatch(/^Bcc:/m);
    }
  });

  it('may refuse a mail, and the sender sees the refusal', async () => {
    const wrong = createSmtpMailer(`smtp://app:guess@127.0.0.1:${port}`, 'cards@example.com');
    await expect(wrong.deliver(letter, 'job-2')).rejects.toThrow();
    refusals.push('Mailbox full');
    const right = createSmtpMailer(`smtp://app:secret@127.0.0.1:${port}`, 'cards@example.com');
    await expect(right.deliver(letter, 'job-3')).rejects.toThrow('Mailbox full');
  });
});

describe('The outbox', () => {
  it('keeps each mail once, newest first', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-outbox-'));
    const clock = { now: new Date('2026-05-01T10:00:00Z') };
    const outbox = createOutbox(path.join(folder, 'outbox'), () => clock.now);
    expect(await readOutbox(path.join(folder, 'outbox'))).toEqual([]);
    await outbox.deliver({ ...letter, subject: 'First' }, 'a');
    clock.now = new Date('2026-05-01T11:00:00Z');
    await outbox.deliver({ ...letter, subject: 'Second' }, 'b');
    await outbox.deliver({ ...letter, subject: 'Second' }, 'b');
    const kept = await readOutbox(path.join(folder, 'outbox'));
    expect(kept.map(({ subject }) => subject)).toEqual(['Second', 'First']);
    await fs.rm(folder, { recursive: true });
  });
});

describe('In the running app', () => {
  const server = startTestServer();

  it('mails go through the job queue to the outbox, once per key', async () => {
    const { app } = server.running;
    await sendMail(app, app.db, letter, 'reminder-1');
    await sendMail(app, app.db, letter, 'reminder-1');
    await sendMail(app, app.db, { ...letter, subject: 'Another' });
    await vi.waitFor(
      async () => {
        const kept = await readOutbox(path.join(app.config.dataDir, 'outbox'));
        expect(kept.map(({ subject }) => subject).sort()).toEqual(['Another', letter.subject]);
      },
      { timeout: 15_000 },
    );
  });
});
