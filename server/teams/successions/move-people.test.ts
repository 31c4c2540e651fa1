import { desc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { AppContext } from '#server/context.ts';
import { contacts } from '#server/db/schema/people.ts';
import { moveRest } from '#server/teams/successions/move-people.ts';
import { personId } from '#shared/accounts/ids.ts';
import { signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addMet, handByMail } from '#test/successions.ts';
import { addWholeTeam } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);
const db = () => server.running.app.db;
const PEOPLE = 20_000;

const heldBy = (id: string) => db().$count(contacts, eq(contacts.holderId, personId.parse(id)));

/** The process, which is killed in every third page, after its contacts were written and before they count as moved. */
function dyingApp(): AppContext {
  const { app } = server.running;
  let calls = 0;
  const now = () => {
    calls += 1;
    if (calls % 6 === 0) throw new Error('Killed.');
    return app.now();
  };
  return { ...app, now };
}

it('20,000 people go to the new holder, newest first, each once, though the work is killed again and again', {
  tags: ['thorough'],
}, async () => {
  const team = await addWholeTeam(server);
  const { teamId, cardId, member, admin } = team;
  await addMet(server, { ...team, holderId: member.id }, PEOPLE);
  const successor = await signUpConfirmed(server, 'Nora Next');
  const path = await handByMail(admin.call, mailbox, team, successor.email);
  expect((await successor.call('POST', path, { details: { fullName: 'Nora Next' } })).status).toBe(200);
  expect(await heldBy(successor.id)).toBeGreaterThanOrEqual(1_000);
  const [last] = await db()
    .select({ holderId: contacts.holderId })
    .from(contacts)
    .where(eq(contacts.cardId, cardId))
    .orderBy(desc(contacts.createdAt))
    .limit(1);
  expect(last?.holderId).toBe(successor.id);
  const read = async () => (await admin.call('GET', `/api/teams/${teamId}/successions`)).body[0];
  const { id, people } = await read();
  expect(people.total).toBe(PEOPLE);
  const left = { successionId: String(id), actorKind: 'person', actorId: successor.id };
  let kills = 0;
  const work = async () => {
    const dying = dyingApp();
    while ((await heldBy(successor.id)) < PEOPLE) {
      await moveRest(dying, left).catch(() => {
        kills += 1;
      });
    }
  };
  // Beside the job, as another process would.
  await Promise.all([work(), work()]);
  expect(kills).toBeGreaterThan(0);
  expect((await read()).people).toEqual({ total: PEOPLE, moved: PEOPLE });
  const { rows } = await db().execute<{ all: string; each: string }>(sql`
    select count(*) as all, count(distinct h.contact_id) as each
    from contact_history h join contacts c on c.id = h.contact_id where c.card_id = ${cardId} and h.kind = 'handedOver'`);
  expect(rows).toEqual([{ all: String(PEOPLE), each: String(PEOPLE) }]);
});

it('Whoever leaves again before all have come gets no more of them', { tags: ['thorough'] }, async () => {
  const team = await addWholeTeam(server);
  const { teamId, cardId, member, admin } = team;
  await addMet(server, { ...team, holderId: member.id }, 10);
  const successor = await signUpConfirmed(server, 'Nora Next');
  const path = await handByMail(admin.call, mailbox, team, successor.email);
  await successor.call('POST', path, { details: { fullName: 'Nora Next' } });
  const { body } = await admin.call('GET', `/api/teams/${teamId}/successions`);
  expect((await admin.call('DELETE', `/api/teams/${teamId}/members/${successor.id}`)).status).toBe(200);
  // As the job finds it that comes late.
  await db().execute(sql`update card_successions set moved_at = null where card_id = ${cardId}`);
  await moveRest(server.running.app, { successionId: body[0].id, actorKind: 'system', actorId: null });
  expect(await heldBy(successor.id)).toBe(0);
});
