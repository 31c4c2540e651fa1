import { describe, expect, it } from 'vitest';
import { PASSWORD, signUp } from '#test/factories.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);

describe('Deleting one’s account', () => {
  it('is told to its address, once, with whom to ask', async () => {
    const { call, username } = await signUp(server);
    const wrong = { username, password: 'wrong horse' };
    expect((await call('DELETE', '/api/account', wrong)).status).toBe(403);
    const body = { username, password: PASSWORD };
    expect((await call('DELETE', '/api/account', body)).status).toBe(200);
    const told = await mailbox.wait(`${username}@example.com`, 1, /account was deleted$/);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain(`Your account, ${username}, was deleted`);
    expect(told[0]?.text).toContain('contact the operator');
  });

  it('waits until an export of theirs is downloaded', async () => {
    const { call, username, id } = await signUp(server);
    const body = { username, password: PASSWORD };
    const leave = await server.running.app.exports.enter(id);
    const refused = await call('DELETE', '/api/account', body);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You’re still downloading an export. Wait until it’s done or cancel it, and then delete your account.',
    ]);
    leave();
    expect((await call('DELETE', '/api/account', body)).status).toBe(200);
  });
});
