import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { describeSupport, warnOfSupport } from './database-support.ts';

const embedded = { major: 15, isEmbedded: true };
const own = { major: 16, isEmbedded: false };
const at = (day: string) => new Date(`${day}T12:00:00Z`);

/** No version that this release knows gets fixes then. */
const server = startTestServer({}, () => new Date('2031-06-01T12:00:00Z'));

describe('A PostgreSQL that gets its last fixes', () => {
  it('is spoken of from a year before', () => {
    expect(describeSupport(embedded, at('2026-11-10'))).toBeNull();
    expect(describeSupport(embedded, at('2026-11-12'))).toBe(
      'The database is of PostgreSQL 15, which gets its last fixes on 2027-11-11. Make a backup, stop Goldleaf, and run npm run admin -- upgrade-database, as docs/operate.md says.',
    );
    expect(describeSupport(embedded, at('2027-11-11'))).toContain('gets its last fixes on');
    expect(describeSupport(embedded, at('2027-11-13'))).toContain('has had no fixes since 2027-11-11.');
  });

  it('is the operator’s to upgrade if it is theirs', () => {
    expect(describeSupport({ major: 18, isEmbedded: true }, at('2030-01-01'))).toContain(
      'Get a newer release of Goldleaf',
    );
    expect(describeSupport(own, at('2027-11-08'))).toBeNull();
    expect(describeSupport(own, at('2027-11-12'))).toBe(
      'The database is of PostgreSQL 16, which gets its last fixes on 2028-11-09. Upgrade your server to a newer version; Goldleaf runs on 15 to 18.',
    );
  });

  it('is not guessed at if it is newer than this release knows', () => {
    expect(describeSupport({ ...own, major: 19 }, at('2040-01-01'))).toBeNull();
  });

  it('is spoken of in the log and in /admin alike', async () => {
    const { app } = server.running;
    const admin = await signUp(server);
    await app.db.update(users).set({ isAdmin: true }).where(eq(users.id, admin.id));
    const warn = vi.fn();
    await warnOfSupport({ ...app, log: { ...app.log, warn } as typeof app.log });
    const { body } = await admin.call('GET', '/api/admin/health');
    expect(body.database).toMatch(/^The database is of PostgreSQL \d+, which has had no fixes since/);
    expect(warn.mock.calls).toEqual([[body.database]]);
    expect(body.jobs).toBe(null);
    expect(body.connections).toEqual({
      sentence: expect.stringMatching(
        /^Goldleaf may use 14 of the database’s \d+ connections; \d+ are left\.$/,
      ),
      isScarce: false,
    });
  });
});
