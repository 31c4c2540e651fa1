import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { accountEvents, twoStep } from '#server/db/schema/accounts.ts';
import { adminActions } from '#server/db/schema/operations.ts';
import { users } from '#server/db/schema/users.ts';
import { findCommand } from '#server/operations/admin/commands.ts';
import { signUp } from '#test/factories.ts';
import { press } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { addWholeTeam } from '#test/teams.ts';

const server = startTestServer();
const run = (...words: string[]) => findCommand(words)(server.running.app);

describe('On the command line', () => {
  it('one becomes an administrator, and an ordinary user again, with effect at once', async () => {
    const { call, username } = await signUp(server);
    expect(await run('grant', username)).toBe(
      `Ada Lovelace (${username}) is now an administrator, and can open /admin.`,
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

  it('a link to set a new password is printed, for servers that send no mail', async () => {
    const { username } = await signUp(server);
    const said = await run('reset', username);
    const path = /\/auth\/link\/[\w-]+/.exec(said)?.[0] ?? '';
    const done = await press(server.client(), path, { action: 'reset', password: 'a new horse' });
    expect(done.status).toBe(200);
    const login = { email: username, password: 'a new horse' };
    const { status, body } = await server.client()('POST', '/api/auth/login', login);
    expect(status).toBe(200);
    expect(body.user.isEmailConfirmed).toBe(false);
  });

  it('everyone is signed out at once', async () => {
    const { call } = await signUp(server);
    await signUp(server);
    expect(await run('end-sessions')).toMatch(/^Everyone is signed out: \d+ sessions\.$/);
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
    expect(await run('end-sessions')).toBe('Everyone is signed out: 0 sessions.');
  });

  it('lost two-step codes are removed, in either order of the words', async () => {
    const { username, id } = await signUp(server);
    const { db } = server.running.app;
    for (const words of [
      ['reset', '--codes', username],
      ['reset', username, '--codes'],
    ]) {
      await db.insert(twoStep).values({ userId: id, secret: 'JBSWY3DPEHPK3PXP', confirmedAt: new Date() });
      expect(await run(...words)).toBe(
        `Ada Lovelace (${username}) now signs in without two-step verification.`,
      );
      expect(await run(...words)).toBe(`Ada Lovelace (${username}) has two-step verification turned off.`);
    }
    await run('reset', username);
    const acts = await db.select().from(adminActions).where(eq(adminActions.targetId, id));
    const names = acts.map(({ action, adminName }) => `${adminName}: ${action}`).toSorted();
    expect(names).toEqual([
      'command line: codes_removed',
      'command line: codes_removed',
      'command line: reset_printed',
    ]);
    const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, id));
    expect(events.map(({ kind }) => kind)).toContain('two_step_off');
    await vi.waitFor(async () => {
      const { rows } = await db.execute(sql`select 1 from pgboss.job where name = 'notice'
        and data->>'userId' = ${id} and data->>'kind' = 'two_step_off'`);
      expect(rows).toHaveLength(2);
    });
  });

  it('a lost team gets an owner, with a reason that stands in the audit log', async () => {
    const { teamId, owner, outsider } = await addWholeTeam(server);
    const { username, call } = outsider;
    const { body: team } = await owner.call('GET', `/api/teams/${teamId}`);
    expect(await run('appoint', team.username.toUpperCase(), username, '--reason', 'The owner died')).toBe(
      `${username} is the owner of the team Acme now. Whoever owned it before is a team admin.`,
    );
    expect((await call('GET', `/api/teams/${teamId}`)).body).toMatchObject({ role: 'owner', memberCount: 4 });
    expect((await owner.call('GET', `/api/teams/${teamId}`)).body).toMatchObject({ role: 'admin' });
    const { db } = server.running.app;
    const acts = await db.select().from(adminActions).where(eq(adminActions.targetId, teamId));
    expect(acts).toMatchObject([
      {
        action: 'owner_appointed',
        targetName: 'Acme',
        reason: 'The owner died',
        details: { about: username },
      },
    ]);
    for (const [team, name, problem] of [
      [teamId, username, `${username} owns this team already.`],
      [teamId, 'nobody', 'No one is registered as “nobody”.'],
      ['nothing', username, 'There is no team “nothing”. Enter its username or its ID.'],
    ] as const)
      await expect(run('appoint', team, name, '--reason', 'Lost')).rejects.toThrow(problem);
    for (const words of [[], [teamId], [teamId, username], [teamId, username, '--reason', ' ']])
      expect(() => findCommand(['appoint', ...words])).toThrow('npm run admin -- appoint TEAM');
  });

  it('an unknown person is named', async () => {
    await expect(run('grant', "x' or 1=1 --")).rejects.toThrow("No one is registered as “x' or 1=1 --”.");
  });

  it.each([
    [],
    ['reset'],
    ['reset', '--codes'],
    ['grant'],
    ['grant', ''],
    ['toString', 'ada'],
    ['promote', 'ada'],
    ['grant', 'ada', 'grace'],
  ])('the words %j are answered with how to say it', (...words) => {
    expect(() => findCommand(words.flat())).toThrow('npm run admin -- grant USERNAME');
  });
});
