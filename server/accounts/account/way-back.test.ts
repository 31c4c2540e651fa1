import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type askedMail, sendLinkMail } from '#server/accounts/auth/link-mail.ts';
import { deleteOldLinks } from '#server/accounts/auth/mailed-links.ts';
import { sendSecurityNotice } from '#server/accounts/auth/notices.ts';
import type { z } from '#shared/contract/zod.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { openMailbox, pathIn, press, WITH_MAIL } from '#test/mails.ts';
import { addressOf, CHANGED, moveTo, prepareAccess, signUpConfirmed, waysInto } from '#test/moved-address.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { ahead: 0 };
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + clock.ahead));
const mailbox = openMailbox(server);
const HOUR_MS = 60 * 60 * 1000;
const OWN = { action: 'undo', password: 'my own horse' };
const THEIRS = { action: 'undo', password: 'thief horse' };

const userOf = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;
const signIn = (email: string, password: string) =>
  server.client()('POST', '/api/auth/login', { email, password });

/** A mail server that took the way back to an address late: its job is tried again, and the new link returned. */
async function sendAgain(to: string, askedAt = new Date()): Promise<string> {
  const { app } = server.running;
  const { rows } = await app.db.execute<{ data: z.output<typeof askedMail> }>(
    sql`select data from pgboss.job where name = 'link-mail'
      and data->>'purpose' = 'undo_email' and data->>'to' = ${to}`,
  );
  expect(rows).toHaveLength(1);
  for (const { data } of rows) await sendLinkMail(app, data, `late ${to}`, askedAt);
  return mailbox.linkTo(to, CHANGED);
}

describe('A way back to a former address', () => {
  it('works for seven days, and ends everything added since', async () => {
    const { call, ...person } = await signUpConfirmed(server, mailbox);
    const former = addressOf(person);
    await moveTo(mailbox, call, `thief-${former}`);
    await prepareAccess(server.running.app.db, person.id);
    const path = await mailbox.linkTo(former, CHANGED);
    clock.ahead += 6.9 * 24 * 60 * 60 * 1000;
    await server.client()('GET', path);
    expect((await userOf(call)).email).toBe(`thief-${former}`);
    const done = await press(server.client(), path, { action: 'undo', password: 'my own horse' });
    expect(done.status).toBe(200);
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
    expect((await signIn(former, PASSWORD)).status).toBe(401);
    expect((await signIn(former, 'my own horse')).body.user.email).toBe(former);
    expect(await waysInto(server.running.app.db, person.id)).toBe(0);
  });

  it('is not given to an address that was never confirmed, like a mistyped one', async () => {
    const { call, ...person } = await signUp(server);
    const mistyped = addressOf(person);
    await moveTo(mailbox, call, `right-${mistyped}`);
    await moveTo(mailbox, call, `later-${mistyped}`);
    await mailbox.linkTo(`right-${mistyped}`, CHANGED);
    expect(mailbox.to(mistyped).filter(({ subject }) => CHANGED.test(subject))).toEqual([]);
  });

  it('ends after seven days', async () => {
    const { call, ...person } = await signUpConfirmed(server, mailbox);
    await moveTo(mailbox, call, `later-${addressOf(person)}`);
    const path = await mailbox.linkTo(addressOf(person), CHANGED);
    clock.ahead += 7.1 * 24 * 60 * 60 * 1000;
    expect((await press(server.client(), path, { action: 'undo', password: 'my own horse' })).status).toBe(
      409,
    );
  });

  it('works even if somebody registered with that address, and never confirmed it', {
    tags: ['thorough'],
  }, async () => {
    const { call, ...person } = await signUpConfirmed(server, mailbox);
    const former = addressOf(person);
    await moveTo(mailbox, call, `moved-${former}`);
    const squatter = server.client();
    const details = { username: `${person.username}-x`, email: former, password: PASSWORD, fullName: 'X Y' };
    expect((await squatter('POST', '/api/auth/register', details)).status).toBe(200);
    const path = await mailbox.linkTo(former, CHANGED);
    expect((await press(server.client(), path, { action: 'undo', password: 'my own horse' })).status).toBe(
      200,
    );
    expect((await userOf(squatter)).email).toBe('');
    expect((await signIn(former, 'my own horse')).body.user.username).toBe(person.username);
  });

  it('stays open to the owner if a thief moves the account on and back', async () => {
    const { call, ...person } = await signUpConfirmed(server, mailbox);
    const owner = addressOf(person);
    await moveTo(mailbox, call, `thief-1-${owner}`);
    const back = await mailbox.linkTo(owner, CHANGED);
    clock.ahead += 1000;
    await moveTo(mailbox, call, `thief-2-${owner}`);
    const theirs = await mailbox.linkTo(`thief-1-${owner}`, CHANGED);
    expect((await press(server.client(), theirs, { action: 'undo', password: 'thief horse' })).status).toBe(
      200,
    );
    expect((await press(server.client(), back, { action: 'undo', password: 'my own horse' })).status).toBe(
      200,
    );
    expect((await signIn(owner, 'my own horse')).status).toBe(200);
  });

  it('is the owner’s alone once they used it, however late a mail server takes the thief’s', {
    tags: ['thorough'],
  }, async () => {
    const { call, ...person } = await signUpConfirmed(server, mailbox);
    const owner = addressOf(person);
    await moveTo(mailbox, call, `late-1-${owner}`);
    clock.ahead += 1000;
    await moveTo(mailbox, call, `late-2-${owner}`);
    const at = new Date(Date.now() + clock.ahead).toISOString();
    clock.ahead += 4 * 24 * HOUR_MS;
    expect((await press(server.client(), await mailbox.linkTo(owner, CHANGED), OWN)).status).toBe(200);
    const theirs = await sendAgain(`late-1-${owner}`);
    const nowhere = { device: null, network: null, place: null };
    const notice = { userId: person.id, to: `late-1-${owner}`, kind: 'password_changed', at } as const;
    await sendSecurityNotice(server.running.app, { ...notice, ...nowhere }, `late ${notice.to}`);
    const notMe = await mailbox.linkTo(notice.to, /password was changed/);
    // By now, the owner's link would be forgotten if it were unused.
    clock.ahead += 6 * 24 * HOUR_MS;
    await deleteOldLinks(server.running.app);
    const refused = await press(server.client(), theirs, THEIRS);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('taken back')]);
    expect((await press(server.client(), notMe, { action: 'not_me' })).status).toBe(409);
    expect((await signIn(owner, 'my own horse')).body.user.email).toBe(owner);
  });

  it('counts from when a release before asked for its mail', { tags: ['thorough'] }, async () => {
    const { call, ...person } = await signUpConfirmed(server, mailbox);
    const owner = addressOf(person);
    await moveTo(mailbox, call, `older-1-${owner}`);
    await server.running.app.db.execute(
      sql`update pgboss.job set data = data #- '{data,movedAt}' where name = 'link-mail' and data->>'to' = ${owner}`,
    );
    const askedAt = new Date(Date.now() + clock.ahead);
    clock.ahead += 1000;
    await moveTo(mailbox, call, `older-2-${owner}`);
    const theirs = await mailbox.linkTo(`older-1-${owner}`, CHANGED);
    clock.ahead += 24 * HOUR_MS;
    expect((await press(server.client(), await sendAgain(owner, askedAt), OWN)).status).toBe(200);
    expect((await press(server.client(), theirs, THEIRS)).status).toBe(409);
  });

  it('ends what was prepared since the move, and later ways back, although its mail was late', {
    tags: ['thorough'],
  }, async () => {
    const { call, ...person } = await signUpConfirmed(server, mailbox);
    const { db } = server.running.app;
    const owner = addressOf(person);
    await moveTo(mailbox, call, `next-1-${owner}`);
    expect((await signIn(`next-1-${owner}`, PASSWORD)).status).toBe(200);
    const notMe = await mailbox.linkTo(`next-1-${owner}`, /New sign-in/);
    await prepareAccess(db, person.id, new Date(Date.now() + clock.ahead));
    clock.ahead += 1000;
    await moveTo(mailbox, call, `next-2-${owner}`);
    const theirs = await mailbox.linkTo(`next-1-${owner}`, CHANGED);
    clock.ahead += 49 * HOUR_MS;
    expect((await press(server.client(), await sendAgain(owner), OWN)).status).toBe(200);
    expect(await waysInto(db, person.id)).toBe(0);
    expect((await press(server.client(), theirs, THEIRS)).status).toBe(409);
    expect((await press(server.client(), notMe, { action: 'not_me' })).status).toBe(409);
    expect((await signIn(owner, 'my own horse')).body.user.email).toBe(owner);
  });

  it('is given again where the owner moves on after they used one', async () => {
    const { call, ...person } = await signUpConfirmed(server, mailbox);
    const owner = addressOf(person);
    await moveTo(mailbox, call, `once-${owner}`);
    expect(
      (await press(server.client(), await mailbox.linkTo(owner, CHANGED), { ...OWN, password: PASSWORD }))
        .status,
    ).toBe(200);
    const again = server.client();
    await again('POST', '/api/auth/login', { email: owner, password: PASSWORD });
    clock.ahead += 1000;
    await moveTo(mailbox, again, `twice-${owner}`);
    const [, second] = (await mailbox.wait(owner, 2, CHANGED)).map(pathIn);
    expect((await press(server.client(), second ?? '', OWN)).status).toBe(200);
    expect((await signIn(owner, 'my own horse')).body.user.email).toBe(owner);
  });
});
