import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { findCommand } from '#server/operations/admin/commands.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { composeMail } from './compose.ts';
import { deliverMail, mailUser, sendMail } from './mail.ts';
import { createOutbox, readOutbox } from './outbox.ts';
import { MailRefused } from './refusal.ts';

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
    expect(letter.html).toContain('Hello Łukasz');
    expect(letter.html).not.toContain('<b>');
    expect(letter.html).toContain('href="https://cards.example.com/subscribe"');
    expect(letter.html).not.toMatch(/<img|<link|<script/);
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

  it('a refusal for good marks the address and frees the key, and the next mail that arrives clears it', async () => {
    const { app } = server.running;
    const { call, username } = await signUp(server);
    const to = `${username.toUpperCase()}@example.com`;
    const deliver = app.mailer.deliver;
    let tries = 0;
    app.mailer.deliver = async () => {
      tries += 1;
      throw new MailRefused('550 No such user here');
    };
    try {
      const marked = async () => (await call('GET', '/api/auth/me')).body.emailRefusedAt;
      expect(await marked()).toBeNull();
      await sendMail(app, app.db, { ...letter, to }, 'once');
      await vi.waitFor(async () => expect(await marked()).toMatch(/^20/), { timeout: 15_000 });
      const failed = () => app.queue.listFailed(app.db, 10, null);
      await vi.waitFor(async () => expect(await failed()).toHaveLength(1), { timeout: 15_000 });
      expect(await failed()).toMatchObject([{ kind: 'mail', error: '550 No such user here', tries: 1 }]);
      expect(tries).toBe(1);
      const { rows } = await app.db.execute(
        sql`select email_refusal as answer from users where username = ${username}`,
      );
      expect(rows).toEqual([{ answer: '550 No such user here' }]);
      app.mailer.deliver = deliver;
      await sendMail(app, app.db, { ...letter, to, subject: 'Again' }, 'once');
      await vi.waitFor(async () => expect(await marked()).toBeNull(), { timeout: 15_000 });
      expect(await failed()).toEqual([]);
    } finally {
      app.mailer.deliver = deliver;
    }
  });

  it('a refusal of what a mail says leaves its address unmarked', async () => {
    const { app } = server.running;
    const { call, username } = await signUp(server);
    const mailer = {
      deliver: () => Promise.reject(new MailRefused('554 5.7.1 Spam', { isAboutMail: true })),
    };
    const to = `${username}@example.com`;
    await expect(deliverMail({ ...app, mailer }, { ...letter, to }, 'spam', new Date())).rejects.toThrow();
    expect((await call('GET', '/api/auth/me')).body.emailRefusedAt).toBeNull();
  });

  it('a mail server may be away for five days before a mail is given up', async () => {
    const { app } = server.running;
    const { rows } = await app.db.execute<Record<'retry_limit' | 'retry_delay' | 'retry_delay_max', number>>(
      sql`select retry_limit, retry_delay, retry_delay_max from pgboss.queue where name = 'mail'`,
    );
    const [{ retry_limit: limit, retry_delay: first, retry_delay_max: longest }] = rows as [(typeof rows)[0]];
    // Each wait is at least this long; pg-boss adds up to as much again, below the longest.
    const waits = Array.from({ length: limit }, (_, tries) =>
      Math.min(longest, first * 2 ** Math.min(15, tries)),
    );
    expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(4.9 * 24 * 3600);
  });

  it('an account without an address gets none', async () => {
    const { app } = server.running;
    const before = await app.db.execute(sql`select 1 from pgboss.job where name = 'mail'`);
    await mailUser(app, app.db, { email: null, fullName: 'Ada' }, { subject: 'Hi', paragraphs: ['Hi.'] });
    const after = await app.db.execute(sql`select 1 from pgboss.job where name = 'mail'`);
    expect(after.rows).toHaveLength(before.rows.length);
  });

  it('is tried by hand with what the mail server answers', async () => {
    const { app } = server.running;
    const { config } = app;
    const test = (words: string[], deliver: () => Promise<string>, smtpUrl: string | undefined) =>
      findCommand(words)({ ...app, config: { ...config, smtpUrl }, mailer: { deliver } });
    const words = ['mail', 'test', 'ada@example.com'];
    const url = 'smtp://mail.example.com';
    expect(await test(words, async () => '250 2.0.0 OK queued', url)).toBe(
      'Sent to ada@example.com. The mail server said: 250 2.0.0 OK queued',
    );
    const refused = test(words, () => Promise.reject(new Error('535 Wrong password')), url);
    await expect(refused).rejects.toThrow('wasn’t sent. The mail server said: 535 Wrong password');
    expect(await test(words, async () => 'Kept as /x.json', undefined)).toContain('SMTP_URL isn’t set');
    await expect(test(['mail', 'test', 'ada'], async () => '', url)).rejects.toThrow(
      'isn’t an email address',
    );
    expect(() => findCommand(['mail', 'test'])).toThrow('mail test ADDRESS');
  });
});
