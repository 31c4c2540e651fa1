import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findCommand } from '#server/admin/commands.ts';
import { users } from '#server/db/schema.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();
const run = (...words: string[]) => findCommand(words)(server.running.app);

describe('On the command line', () => {
  it('one becomes an administrator, and an ordinary user again, with effect at once', async () => {
    const { call, username } = await signUp(server);
    expect(await run('grant', username)).toBe(
      `Ada Lovelace (${username}) is an administrator now, and finds the administration at /admin.`,
    );
    expect((await call('GET', '/api/admin/stats')).status).toBe(200);
    expect(await run('grant', username.toUpperCase())).toBe(
      `Ada Lovelace (${username}) is an administrator already.`,
    );
    expect(await run('revoke', `${username}@example.com`)).toBe(
      `Ada Lovelace (${username}) is no longer an administrator.`,
    );
    expect((await call('GET', '/api/admin/stats')).status).toBe(403);
    expect(await run('revoke', username)).toBe(`Ada Lovelace (${username}) is no administrator.`);
  });

  it('nobody else is touched', async () => {
    const { username } = await signUp(server);
    await run('grant', username);
    expect(await server.running.app.db.$count(users, eq(users.isAdmin, true))).toBe(1);
  });

  it('an unknown person is named', async () => {
    await expect(run('grant', "x' or 1=1 --")).rejects.toThrow("Nobody is registered as “x' or 1=1 --”.");
  });

  it.each([[], ['grant'], ['grant', ''], ['toString', 'ada'], ['promote', 'ada'], ['grant', 'ada', 'grace']])(
    'the words %j are answered with how to say it',
    (...words) => {
      expect(() => findCommand(words.flat())).toThrow('npm run admin -- grant USERNAME');
    },
  );
});
