import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { PASSWORD, signUpWithCard } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

type Person = Awaited<ReturnType<typeof signUpWithCard>>;

/** The first's contact keeps in step with the second's card. */
const link = ({ id, contactId }: Person, sender: Person) =>
  server.running.app.db.execute(sql`
    insert into contact_links (id, person_id, user_id, sender_id, created_at)
    values (${contactId}, ${contactId}, ${id}, ${sender.id}, now())`);

const remove = async ({ call, username }: Person) =>
  (await call('DELETE', '/api/account', { username, password: PASSWORD })).status;

it('people whose contacts are linked with each other delete their accounts at once', {
  tags: ['thorough'],
}, async () => {
  const pairs = await Promise.all(
    Array.from({ length: 8 }, () => Promise.all([signUpWithCard(server), signUpWithCard(server)])),
  );
  for (const [one, other] of pairs) {
    await link(one, other);
    await link(other, one);
    expect(await Promise.all([remove(one), remove(other)])).toEqual([200, 200]);
  }
});
