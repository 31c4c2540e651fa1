import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sessions, twoStep } from '#server/db/schema/accounts.ts';
import { adminActions } from '#server/db/schema/operations.ts';
import { users } from '#server/db/schema/users.ts';
import { deleteOldArchives } from '#server/operations/admin/delete-user.ts';
import { ARCHIVE_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { pay, pressButton } from '#test/billing.ts';
import { PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { type Client, startTestServer, type TestServer } from '#test/server.ts';
import { unzip } from '#test/unzip.ts';

const clock = { ahead: 0 };
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + clock.ahead));
const strict = startTestServer({ ADMIN_TWO_STEP: 'required' });
const mailbox = openMailbox(server);
const REASON = 'Phishing, reported by a visitor';
let admin: Client;
let adminName: string;

async function signUpAdmin(at: TestServer) {
  const person = await signUp(at, 'Root Admin');
  await at.running.app.db.update(users).set({ isAdmin: true }).where(eq(users.id, person.id));
  return person;
}

beforeAll(async () => {
  const person = await signUpAdmin(server);
  admin = person.call;
  adminName = person.username;
});

const actOn = (id: string, what: string, more = {}) =>
  admin('POST', `/api/admin/users/${id}/${what}`, { reason: REASON, ...more });
const suspend = (id: string, hidesPages: boolean, more = {}) => actOn(id, 'suspend', { hidesPages, ...more });
const signIn = async (login: string) => {
  const call = server.client();
  return { call, answer: await call('POST', '/api/auth/login', { email: login, password: PASSWORD }) };
};
const logOf = async (id: string) => (await admin('GET', `/api/admin/actions?target=${id}`)).body;

describe('A suspended account', () => {
  it('is signed out, told so plainly at its sign-in, and can only be exported and deleted', async () => {
    const { id, username, call, cardId } = await signUpWithCard(server);
    expect((await suspend(id, true, { message: 'Your card copies a bank’s' })).body).toMatchObject({
      hidesPages: true,
      openSessions: 0,
    });
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
    const { call: back, answer } = await signIn(username);
    expect([answer.status, answer.body.code]).toEqual([403, 'suspended']);
    expect(answer.body.message).toBe(
      'This account is suspended. Your card copies a bank’s. You can still export your data and delete your account.',
    );
    for (const [method, path, body] of [
      ['GET', '/api/auth/me'],
      ['GET', '/api/cards'],
      ['GET', '/api/contacts'],
      ['PATCH', '/api/account', { fullName: 'Some One' }],
      ['PUT', `/api/cards/${cardId}`, { tagline: 'Changed' }],
      ['POST', '/api/billing/checkout', {}],
    ] as const) {
      const refused = await back(method, path, body);
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'suspended']);
    }
    expect((await back('POST', '/api/account/confirm', { password: PASSWORD })).status).toBe(200);
    expect((await back('GET', '/api/contacts/export')).status).toBe(200);
    const files = await unzip((await back('GET', '/api/account/export')).bytes);
    expect(String(files.get('goldleaf.json'))).toContain('Grace Hopper');
    expect((await back('DELETE', '/api/account', { username })).status).toBe(200);
    expect((await mailbox.wait(`${username}@example.com`, 2)).map(({ subject }) => subject)).toContain(
      'Your Goldleaf account is suspended',
    );
  });

  it('has its public pages hidden, or left, as chosen, and gets them back', async () => {
    const [hidden, shown] = [await signUpWithCard(server), await signUpWithCard(server)];
    const statusesOf = async ({ cardId, username }: typeof hidden) => {
      const visitor = server.client();
      const guest = { fullName: 'Grace Hopper', email: 'grace@example.com', cardId };
      const pages = [
        `/card/${cardId}`,
        `/api/cards/${cardId}`,
        `/api/cards/${cardId}/vcard`,
        `/portfolio/${username}`,
      ];
      const answers = [
        ...(await Promise.all(pages.map((page) => visitor('GET', page)))),
        await visitor('POST', '/api/contacts/exchange', guest),
      ];
      return new Set(answers.map(({ status }) => status));
    };
    expect(await statusesOf(hidden)).toEqual(new Set([200]));
    await suspend(hidden.id, true);
    await suspend(shown.id, false);
    expect(await statusesOf(hidden)).toEqual(new Set([404]));
    expect(await statusesOf(shown)).toEqual(new Set([200]));
    expect((await actOn(hidden.id, 'restore')).body).toMatchObject({ suspendedAt: null, hidesPages: false });
    expect(await statusesOf(hidden)).toEqual(new Set([200]));
    expect((await signIn(hidden.username)).answer.status).toBe(200);
  });

  it('is charged nothing more', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    await pressButton(server, call, { action: 'hurry' });
    await call('POST', '/api/billing/refresh');
    await suspend(id, false);
    await vi.waitFor(async () => {
      expect((await admin('GET', `/api/admin/users/${id}/billing`)).body.status).toBe('cancelled');
    }, 20_000);
  });
});

describe('An act of an administrator', () => {
  it('needs a reason and stands in the audit log with it', async () => {
    const { id, username } = await signUp(server);
    for (const reason of [undefined, '', '  '])
      expect((await suspend(id, true, { reason })).status).toBe(422);
    expect(await logOf(id)).toEqual([]);
    await suspend(id, true);
    await actOn(id, 'restore');
    expect((await actOn(id, 'restore')).status).toBe(409);
    await actOn(id, 'end-sessions');
    await admin('POST', `/api/admin/users/${id}/trial`, { days: 3, reason: 'A kindness' });
    const acts = await logOf(id);
    expect(acts.map(({ title, reason }: { title: string; reason: string }) => [title, reason])).toEqual([
      ['Extended the trial', 'A kindness'],
      ['Signed the user out everywhere', REASON],
      ['Restored the account', REASON],
      ['Suspended the account', REASON],
    ]);
    expect(acts[3]).toMatchObject({ admin: adminName, target: username, about: 'public pages hidden' });
  });

  it('ends every session of an account', async () => {
    const { id, call } = await signUp(server);
    expect((await actOn(id, 'end-sessions')).body.openSessions).toBe(0);
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
  });

  it('has a reset mailed, which only its owner sees', async () => {
    const { id, username } = await signUp(server);
    const { status, text } = await actOn(id, 'reset');
    expect(status).toBe(200);
    expect(text).not.toContain('/auth/link/');
    await mailbox.linkTo(`${username}@example.com`, /Set a new Goldleaf password/);
  });

  it('cannot shut out another administrator', async () => {
    const { id } = await signUpAdmin(server);
    for (const what of ['suspend', 'end-sessions', 'reset']) {
      expect((await actOn(id, what, { hidesPages: true })).status).toBe(409);
    }
    expect((await actOn('nobody', 'end-sessions')).status).toBe(404);
  });
});

describe('Deleting somebody’s account', () => {
  it('writes the archive first, which the administrator can take for thirty days', {
    tags: ['thorough'],
  }, async () => {
    const { id, username, call } = await signUpWithCard(server);
    const remove = (name: string) =>
      admin('DELETE', `/api/admin/users/${id}`, { reason: REASON, username: name });
    expect((await remove('someone else')).body.fields).toHaveProperty('username');
    const { archives } = server.running.app;
    const { stage } = archives;
    archives.stage = async () => {
      throw new Error('The disk is full.');
    };
    expect((await remove(username)).status).toBe(500);
    expect((await call('GET', '/api/auth/me')).status).toBe(200);
    Object.assign(archives, { stage });
    const { status, body } = await remove(username);
    expect(status).toBe(200);
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
    const path = `/api/admin/archives/${body.archive}`;
    const files = await unzip((await admin('GET', path)).bytes);
    expect(String(files.get('goldleaf.json'))).toContain('Grace Hopper');
    expect((await call('GET', path)).status).toBe(401);
    const acts = await logOf(id);
    expect(acts.map(({ action }: { action: string }) => action)).toEqual(['archive_downloaded', 'deleted']);
    for (const [days, isThere] of [
      [ARCHIVE_DAYS - 1, true],
      [ARCHIVE_DAYS + 1, false],
    ] as const) {
      clock.ahead = days * DAY_MS;
      await deleteOldArchives(server.running.app);
      const deletion = (await logOf(id)).at(-1);
      expect(deletion).toMatchObject({ action: 'deleted', archive: isThere ? body.archive : null });
      clock.ahead = 0;
      expect((await admin('GET', path)).status).toBe(isThere ? 200 : 404);
    }
    expect((await admin('GET', '/api/admin/archives/..%2F..%2Fsecret')).status).toBe(404);
  });
});

it('An archive of a deletion that failed goes within a day, also if it could not be removed at once', {
  tags: ['thorough'],
}, async () => {
  const { id, username } = await signUpWithCard(server);
  const { archives, db } = server.running.app;
  const listed = async () => {
    const all: string[] = [];
    for await (const names of archives.writtenBefore(new Date(Date.now() + DAY_MS))) all.push(...names);
    return all;
  };
  const before = await listed();
  await db.execute(sql`alter table admin_actions add constraint fails check (action <> 'deleted') not valid`);
  // As a bucket that is away.
  vi.spyOn(archives, 'delete').mockResolvedValueOnce();
  const answer = await admin('DELETE', `/api/admin/users/${id}`, { reason: REASON, username });
  expect(answer.status).toBe(500);
  await db.execute(sql`alter table admin_actions drop constraint fails`);
  vi.restoreAllMocks();
  expect((await listed()).length).toBe(before.length + 1);
  clock.ahead = 1.1 * DAY_MS;
  await deleteOldArchives(server.running.app);
  clock.ahead = 0;
  expect((await listed()).filter((name) => !before.includes(name))).toEqual([]);
});

it('An archive stays if the answer to the deletion was lost, as its account may be gone', {
  tags: ['thorough'],
}, async () => {
  const { id, username } = await signUpWithCard(server);
  const { query } = pg.Client.prototype;
  let deleting: pg.Client | undefined;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...words: unknown[]) {
    const text = (words[0] as { text?: string }).text ?? '';
    if (text.startsWith('insert into "admin_actions"')) deleting = this;
    const answer = Reflect.apply(query, this, words);
    if (text !== 'commit' || this !== deleting) return answer;
    return answer.then(() => Promise.reject(new Error('Connection terminated unexpectedly')));
  });
  const answer = await admin('DELETE', `/api/admin/users/${id}`, { reason: REASON, username });
  vi.restoreAllMocks();
  expect(answer.status).toBeGreaterThanOrEqual(500);
  const [deletion] = await server.running.app.db
    .select()
    .from(adminActions)
    .where(eq(adminActions.targetId, id));
  expect(deletion?.action).toBe('deleted');
  const archive = Reflect.get(deletion?.details ?? {}, 'archive');
  expect((await admin('GET', `/api/admin/archives/${archive}`)).status).toBe(200);
});

it('Whose account is deleted does not hold that up by an export of their own', async () => {
  const { id, username } = await signUpWithCard(server);
  const { exports } = server.running.app;
  const leave = await exports.enter(id);
  const entered = vi.spyOn(exports, 'enter');
  const path = `/api/admin/users/${id}`;
  const deleted = admin('DELETE', path, { reason: REASON, username }).finally(leave);
  await vi.waitFor(() => expect(entered).toHaveBeenCalled());
  await entered.mock.results[0]?.value;
  expect((await deleted).status).toBe(200);
  vi.restoreAllMocks();
});

describe('Where ADMIN_TWO_STEP is required', () => {
  it('an administrator without two-step sign-in may look, but not act', async () => {
    const { call, id } = await signUpAdmin(strict);
    const target = await signUp(strict);
    const body = { reason: REASON, hidesPages: true };
    for (const path of ['users', 'stats', 'actions', `users/${target.id}`])
      expect((await call('GET', `/api/admin/${path}`)).status).toBe(200);
    for (const [method, path] of [
      ['POST', `users/${target.id}/suspend`],
      ['POST', `users/${target.id}/trial`],
      ['DELETE', `users/${target.id}`],
      ['POST', 'jobs/some/retry'],
      ['GET', 'archives/some'],
    ] as const) {
      const refused = await call(method, `/api/admin/${path}`, method === 'GET' ? undefined : body);
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'two_step_required']);
    }
    const { db } = strict.running.app;
    // The password alone began this session, whatever else the account has by now.
    await db.insert(twoStep).values({ userId: id, secret: 'x', confirmedAt: new Date() });
    expect((await call('POST', `/api/admin/users/${target.id}/suspend`, body)).status).toBe(403);
    await db.update(sessions).set({ isTwoStep: true }).where(eq(sessions.userId, id));
    expect((await call('POST', `/api/admin/users/${target.id}/suspend`, body)).status).toBe(200);
  });
});
