import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { countWanted } from '#server/teams/figures/count-figures.ts';
import { DAY_MS, formatUtcDay, HOUR_MS, MINUTE_MS } from '#shared/formats/time.ts';
import { startTestServer } from '#test/server.ts';
import { addMember, addTeamCard, addWholeTeam } from '#test/teams.ts';

let now = new Date('2026-05-13T22:30:00Z');
const server = startTestServer({}, () => now);
const execute = <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  server.running.app.db.execute<Row>(statement);
const count = () => countWanted(server.running.app, new AbortController().signal);

/** Numbers that look random, and are the same in each run. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
const dice = createDice(27);

/** Figures of a team, counted from each view, contact and lead. */
async function countByHand(teamId: string, days: number) {
  const first = `${formatUtcDay(new Date(now.getTime() - (days - 1) * DAY_MS))}T00:00:00Z`;
  const ofPeople = (table: string, owner: string) =>
    sql.raw(
      `(select count(*)::int from ${table} p where p.${owner} = '${teamId}' and p.created_at >= '${first}'`,
    );
  const views = (column: string) =>
    sql.raw(`(select coalesce(sum(${column}), 0)::int from card_hours h join business_cards c on c.id = h.card_id
      where c.user_id = '${teamId}' and c.deleted_at is null and h.hour >= '${first}'`);
  const { rows } = await execute<{ holders: string[][]; views: number }>(sql`
    select ${views('views')}) as views, ${views('new_visitors')}) as visitors,
      ${ofPeople('contacts', 'user_id')}) as contacts, ${ofPeople('lead_captures', 'card_owner_id')}) as leads,
      (
        select coalesce(json_agg(json_build_array(holder, views, contacts, leads) order by holder), '[]') from (
          select m.user_id as holder, ${views('views')} and c.holder_id = m.user_id) as views,
            ${ofPeople('contacts', 'user_id')} and p.holder_id = m.user_id) as contacts,
            ${ofPeople('lead_captures', 'card_owner_id')} and p.holder_id = m.user_id) as leads
          from team_members m where m.team_id = ${teamId}
        ) as by_holder where views + contacts + leads > 0
      ) as holders`);
  return rows[0] ?? { holders: [] };
}

it('After random acts, the figures of each range are what counting by hand gives', {
  tags: ['thorough'],
}, async () => {
  const { teamId, owner, member } = await addWholeTeam(server);
  const second = await addMember(server, teamId);
  const holders = [member.id, second.id, null];
  const cards: string[] = [];
  for (const holder of [...holders, ...holders]) cards.push(await addTeamCard(server, teamId, holder));
  const anyOf = <Item>(items: Item[]) => items[dice(items.length)];
  const somebody = (table: string, column: string) =>
    sql.raw(
      `(select id from ${table} where ${column} = '${teamId}' order by md5(id || '${dice(1_000)}') limit 1)`,
    );
  const moment = () => new Date(now.getTime() - dice(100) * DAY_MS).toISOString();
  const acts = [
    // A view is written at most moments after it took place.
    () =>
      execute(sql`insert into card_views (id, card_id, is_first, created_at) values
        (gen_random_uuid()::text, ${anyOf(cards)}, ${dice(2) > 0}, ${new Date(now.getTime() - dice(50) * MINUTE_MS).toISOString()}::timestamptz)`),
    () =>
      execute(sql`insert into contacts (id, user_id, full_name, email, holder_id, created_at)
        select gen_random_uuid()::text, ${teamId}, 'Vera Visitor', 'vera@example.com', ${anyOf(holders)}, ${moment()}::timestamptz
        from generate_series(1, ${1 + dice(4)}::int)`),
    () =>
      execute(sql`insert into lead_captures (id, card_id, card_owner_id, lead_name, lead_email, holder_id, created_at) values
        (gen_random_uuid()::text, ${anyOf(cards)}, ${teamId}, 'Leo Lead', 'leo@example.com', ${anyOf(holders)}, ${moment()}::timestamptz)`),
    () => execute(sql`update business_cards set holder_id = ${anyOf(holders)} where id = ${anyOf(cards)}`),
    () =>
      execute(
        sql`update business_cards set deleted_at = case when deleted_at is null then now() end where id = ${anyOf(cards)}`,
      ),
    () =>
      execute(
        sql`update contacts set holder_id = ${anyOf(holders)}, full_name = 'Held' where user_id = ${teamId} and holder_id is not distinct from ${anyOf(holders)}`,
      ),
    () =>
      execute(
        sql`update lead_captures set holder_id = ${anyOf(holders)} where id = ${somebody('lead_captures', 'card_owner_id')}`,
      ),
    () =>
      execute(
        sql`update contacts set created_at = ${moment()}::timestamptz where id = ${somebody('contacts', 'user_id')}`,
      ),
    () => execute(sql`delete from contacts where id = ${somebody('contacts', 'user_id')}`),
    () => execute(sql`delete from lead_captures where id = ${somebody('lead_captures', 'card_owner_id')}`),
  ];
  for (let round = 0; round < 12; round += 1) {
    for (let nth = 0; nth < 15; nth += 1) await anyOf(acts)?.();
    now = new Date(now.getTime() + (anyOf([MINUTE_MS, HOUR_MS, 9 * DAY_MS]) ?? 0));
    for (const days of [7, 30, 90]) {
      const path = `/api/teams/${teamId}/figures`;
      await owner.call('GET', `${path}?days=${days}`);
      await count();
      const { totals } = (await owner.call('GET', `${path}?days=${days}`)).body;
      const lines: { userId: string; views: number; contacts: number; leads: number }[] = (
        await owner.call('GET', `${path}/holders?days=${days}`)
      ).body;
      const held = lines
        .filter(({ views, contacts, leads }) => views + contacts + leads > 0)
        .map(({ userId, views, contacts, leads }) => [userId, views, contacts, leads])
        .toSorted();
      const { holders: byHand, ...sums } = await countByHand(teamId, days);
      expect({ totals, held }, `round ${round}, ${days} days`).toEqual({
        totals: sums,
        held: byHand.toSorted(),
      });
    }
  }
});

it('Two processes that count one team at once count it once', async () => {
  const { teamId, cardId, owner } = await addWholeTeam(server);
  await execute(
    sql`insert into card_views (id, card_id, created_at) values (gen_random_uuid()::text, ${cardId}, ${now.toISOString()}::timestamptz)`,
  );
  await owner.call('GET', `/api/teams/${teamId}/figures`);
  await Promise.all([count(), count(), count()]);
  expect((await owner.call('GET', `/api/teams/${teamId}/figures`)).body.totals.views).toBe(1);
});
