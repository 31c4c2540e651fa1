import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import type { Mail } from '#server/infra/mail/letter.ts';
import { MAIL_RETRIES } from '#server/infra/mail/mail.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { openMailbox, pathIn, press, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { sendLinkMail } from './link-mail.ts';

const clock = { ahead: 0 };
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + clock.ahead));
const mailbox = openMailbox(server);
const RESET = /Set a new Goldleaf password/;
const NEW = { action: 'reset', password: 'a new horse' };

const signIn = (email: string, password: string) =>
  server.client()('POST', '/api/auth/login', { email, password });
const ask = (email: string) => server.client()('POST', '/api/auth/reset', { email });

async function signUpAndAsk() {
  const person = await signUp(server);
  const email = `${person.username}@example.com`;
  expect((await ask(email)).status).toBe(200);
  return { ...person, email, path: await mailbox.linkTo(email, RESET) };
}

async function signUpAndConfirm() {
  const person = await signUp(server);
  await server.running.app.db
    .update(users)
    .set({ emailConfirmedAt: new Date() })
    .where(eq(users.id, person.id));
  return { ...person, email: `${person.username}@example.com` };
}

/** Waits until the queue has worked off what was sent before. */
async function settleJobs() {
  const { email } = await signUpAndAsk();
  await mailbox.wait(email, 1, RESET);
}

describe('A forgotten password', () => {
  it('is replaced through a mailed link, which ends every session and tells the owner', async () => {
    const { call, username, email, path } = await signUpAndAsk();
    const page = await server.client()('GET', path);
    expect(page.status).toBe(200);
    expect(page.text).toContain(username);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const done = await press(server.client(), path, NEW);
    expect(done.text).toContain('Your password is set');
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
    expect((await signIn(username, PASSWORD)).status).toBe(401);
    expect((await signIn(username, NEW.password)).status).toBe(200);
    const told = (await mailbox.wait(email, 1, /was reset/)).map(({ subject }) => subject);
    expect(told).toContain('Your Goldleaf password was reset');
  });

  it('may be asked for by username and in any case', async () => {
    const { username } = await signUp(server);
    await ask(username.toUpperCase());
    await mailbox.linkTo(`${username}@example.com`, RESET);
  });

  it('is answered alike for people whom nobody knows, who get no mail', async () => {
    const { username } = await signUp(server);
    const [known, unknown] = [await ask(username), await ask('nobody-at-all@example.com')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    const pageFor = (email: string) => press(server.client(), '/auth/forgot', { email });
    const pages = [await pageFor('someone-else'), await pageFor(username)];
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(pages[0]?.text.replaceAll('someone-else', '')).toBe(pages[1]?.text.replaceAll(username, ''));
    await settleJobs();
    expect(mailbox.to('nobody-at-all@example.com')).toEqual([]);
  });

  it('does nothing in the request that tells of an account: a job looks it up', async () => {
    const { username } = await signUp(server);
    const { db, queue } = server.running.app;
    const sent: unknown[] = [];
    const { send } = queue;
    queue.send = async (_db, _kind, data) => void sent.push(data);
    const select = db.select;
    db.select = (() => {
      throw new Error('The request looked something up.');
    }) as unknown as typeof select;
    try {
      for (const email of [username, 'nobody']) expect((await ask(email)).status).toBe(200);
    } finally {
      Object.assign(queue, { send });
      Object.assign(db, { select });
    }
    expect(sent).toEqual([username, 'nobody'].map((login) => ({ purpose: 'reset', login })));
  });
});

describe('A mail with a link', () => {
  it('is tried as long as any other mail, but not once nobody waits for it', async () => {
    const { id, email } = await signUpAndAsk();
    const { app } = server.running;
    const { rows } = await app.db.execute<{ tries: number }>(
      sql`select distinct retry_limit as tries from pgboss.job where name = 'link-mail'`,
    );
    expect(rows).toEqual([{ tries: MAIL_RETRIES }]);
    const dayAgo = new Date(Date.now() - DAY_MS);
    await sendLinkMail(app, { purpose: 'reset', userId: id }, 'late-reset', dayAgo);
    await sendLinkMail(app, { purpose: 'undo_email', userId: id }, 'late-undo', dayAgo);
    await mailbox.wait(email, 1, /Goldleaf email address was changed/);
    const subjects = (await mailbox.to(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => RESET.test(subject))).toHaveLength(1);
  });
});

describe('A link to set a new password', () => {
  it('asks once before it takes a common one, and then takes it', async () => {
    const { path, username } = await signUpAndAsk();
    const common = { action: 'reset', password: '123456' };
    const asked = await press(server.client(), path, common);
    expect(asked.status).toBe(422);
    expect(asked.text).toContain('This is one of the first passwords attackers try.');
    expect(asked.text).toContain('Use it anyway');
    expect(asked.text).not.toContain('123456');
    expect((await signIn(username, PASSWORD)).status).toBe(200);
    const done = await press(server.client(), path, { ...common, anyway: 'yes' });
    expect(done.text).toContain('Your password is set');
    expect((await signIn(username, '123456')).status).toBe(200);
  });

  it('does nothing when it is opened, however often', { tags: ['thorough'] }, async () => {
    const { path, username } = await signUpAndAsk();
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await server.client()(method, path)).status).toBe(200);
    }
    expect((await signIn(username, PASSWORD)).status).toBe(200);
    expect((await press(server.client(), path, NEW)).status).toBe(200);
  });

  it('works once, even if fifty press at the same time', async () => {
    const { path, username } = await signUpAndAsk();
    const tries = Array.from({ length: 50 }, (_, n) =>
      press(server.client(), path, { action: 'reset', password: `new horse ${n}` }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    const winner = statuses.indexOf(200);
    expect((await signIn(username, `new horse ${winner}`)).status).toBe(200);
  });

  it('is stored as a hash only, also in the jobs', async () => {
    const { path } = await signUpAndAsk();
    const token = path.split('/').at(-1) ?? '';
    const { rows } = await server.running.app.db.execute<{ all: string }>(
      sql`select coalesce((select jsonb_agg(to_jsonb(l))::text from mailed_links l), '') ||
        coalesce((select jsonb_agg(to_jsonb(j))::text from pgboss.job j), '') as all`,
    );
    expect(rows[0]?.all).toContain('link-mail');
    expect(rows[0]?.all).not.toContain(token);
  });

  it('stays valid when another is asked for, and ends when one of them was used', async () => {
    const { email, path } = await signUpAndAsk();
    await ask(email);
    const mails = await mailbox.wait(email, 2, RESET);
    const newer = mails.map(pathIn).find((one) => one !== path) ?? '';
    expect((await press(server.client(), path, NEW)).status).toBe(200);
    expect((await press(server.client(), newer, NEW)).status).toBe(409);
  });

  it('lasts an hour', async () => {
    const { path } = await signUpAndAsk();
    clock.ahead += 61 * 60 * 1000;
    const late = await press(server.client(), path, NEW);
    expect(late.status).toBe(409);
    expect(late.text).toContain('This link has expired.');
  });

  it('keeps a password that is too short from being set, and stays usable', async () => {
    const { path } = await signUpAndAsk();
    const refused = await press(server.client(), path, { action: 'reset', password: 'short' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('String must contain at least 6 character(s)');
    expect((await press(server.client(), path, NEW)).status).toBe(200);
  });

  it('is refused in words when nobody made it', async () => {
    const page = await server.client()('GET', '/auth/link/not-a-token');
    expect(page.status).toBe(404);
    expect(page.text).toContain('Ask for a new link');
  });
});

describe('Mails with a link', () => {
  it('come at most three an hour to one address, silently', async () => {
    const { username } = await signUp(server);
    const email = `${username}@example.com`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ask(n % 2 ? username : email.toUpperCase())),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    await mailbox.wait(email, 3, RESET);
    await settleJobs();
    expect(await mailbox.wait(email, 3, RESET)).toHaveLength(3);
    clock.ahead += 61 * 60 * 1000;
    await ask(email);
    await mailbox.wait(email, 4, RESET);
  });

  it('count for a mailbox, however its address is spelled', { tags: ['thorough'] }, async () => {
    const { username } = await signUp(server);
    const accounts = await Promise.all(Array.from({ length: 5 }, () => signUp(server)));
    const { db } = server.running.app;
    const spellings = accounts.map((_, n) => `${username}+${n}@example.com`);
    for (const [n, { id }] of accounts.entries())
      await db.update(users).set({ email: spellings[n] }).where(eq(users.id, id));
    await Promise.all(spellings.map((email) => ask(email)));
    await settleJobs();
    expect(
      spellings.flatMap((email) => mailbox.to(email).filter(({ subject }) => RESET.test(subject))),
    ).toHaveLength(3);
  });

  it('reach whoever confirmed the address, though strangers ask for theirs with other spellings', {
    tags: ['thorough'],
  }, async () => {
    const { username, email } = await signUpAndConfirm();
    const stranger = await signUp(server);
    const { db } = server.running.app;
    const spelling = `${username}+x@example.com`;
    await db.update(users).set({ email: spelling }).where(eq(users.id, stranger.id));
    await Promise.all(Array.from({ length: 4 }, () => ask(spelling)));
    await mailbox.wait(spelling, 3, RESET);
    await ask(email);
    await mailbox.linkTo(email, RESET);
    await Promise.all(Array.from({ length: 4 }, () => ask(email)));
    await settleJobs();
    expect(await mailbox.wait(email, 3, RESET)).toHaveLength(3);
  });

  it('are tried again with another link after a mail server that was away', {
    tags: ['thorough'],
  }, async () => {
    const { username } = await signUp(server);
    const email = `${username}@example.com`;
    const { mailer } = server.running.app;
    const { deliver } = mailer;
    const lost: string[] = [];
    mailer.deliver = async (mail) => {
      lost.push(pathIn(mail));
      mailer.deliver = deliver;
      throw Object.assign(new Error('451 Try later'), { command: 'DATA', responseCode: 451 });
    };
    await ask(email);
    const path = await mailbox.linkTo(email, RESET);
    expect(lost).not.toContain(path);
    expect((await server.client()('GET', lost[0] ?? '')).status).toBe(404);
    expect((await server.client()('GET', path)).status).toBe(200);
  });

  it('keep each link that may have arrived, and count once however often they are tried', {
    tags: ['thorough'],
  }, async () => {
    const { id } = await signUp(server);
    const paths: string[] = [];
    const deliver = async (mail: Mail) => {
      paths.push(pathIn(mail));
      throw Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN' });
    };
    const app = { ...server.running.app, mailer: { deliver } };
    const mail = (job: string) => sendLinkMail(app, { purpose: 'reset', userId: id }, job, new Date());
    for (let tries = 1; tries <= 4; tries++) await expect(mail('one')).rejects.toThrow('Timeout');
    expect(new Set(paths).size).toBe(4);
    for (const path of paths) expect((await server.client()('GET', path)).status).toBe(200);
    // The address has had more than three links of another mail.
    await mail('another');
    expect(paths).toHaveLength(4);
  });
});
