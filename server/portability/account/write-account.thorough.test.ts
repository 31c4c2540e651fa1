import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { systemFor } from '#server/access/system.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { nfcTags } from '#server/db/schema/sharing.ts';
import { users } from '#server/db/schema/users.ts';
import { writeAccount } from '#server/portability/account/write-account.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addTeam } from '#test/teams.ts';

const server = shareTestServer();

const CARDS = 500;
/** More than a statement of the tests may answer. */
const TAGS = 5_003;

it('The archive of a team with thousands of cards and tags is written piece by piece', async () => {
  const { app } = server.running;
  const owner = await signUp(server);
  const teamId = await addTeam(server, owner.id);
  const numbered = (count: number) => sql`generate_series(1, ${sql.raw(String(count))}) n`;
  await app.db.execute(
    sql`insert into ${businessCards} (id, user_id, name, full_name, bio, created_at)
      select ${teamId} || n, ${teamId}, 'Big', 'Grace ' || n, repeat('bio ', 1500), now() - (n / 7) * interval '1 minute' from ${numbered(CARDS)}`,
  );
  await app.db.execute(
    sql`insert into ${nfcTags} (card_id, number, name) select ${teamId} || (n % ${sql.raw(String(CARDS))} + 1), n, 'Tag' from ${numbered(TAGS)}`,
  );
  const [account] = await app.db
    .select()
    .from(users)
    .where(eq(users.id, accountId.parse(teamId)));
  const ctx = { ...app, ...systemFor(owner.id), account, role: 'owner' } as unknown as UserContext;
  let text = '';
  let longest = 0;
  for await (const piece of writeAccount(ctx)) {
    longest = Math.max(longest, piece.length);
    text += piece;
  }
  expect(longest).toBeLessThan(100_000);
  const archive = JSON.parse(text);
  const distinct = (rows: object[], key: (row: never) => unknown) => new Set(rows.map(key as never)).size;
  expect([archive.cards.length, distinct(archive.cards, ({ id }) => id)]).toEqual([CARDS, CARDS]);
  expect([archive.nfcTags.length, distinct(archive.nfcTags, ({ number }) => number)]).toEqual([TAGS, TAGS]);
  expect([archive.members.length, archive.names.length, archive.invites]).toEqual([1, 1, []]);
});
