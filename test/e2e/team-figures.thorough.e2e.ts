import { expect, it } from 'vitest';
import {
  DESKTOP,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney();

/** A team whose owner holds its card, and a member without one. */
async function makeTeam(id: string) {
  const [owner, member] = [await journey.register('Olive Owner'), await journey.register('Mary Member')];
  const { change } = journey;
  await change("insert into users (id, kind, username, full_name) values ($1, 'team', $1, 'Acme Ltd')", [id]);
  const idOf = '(select id from users where username = $2)';
  const named = [id, owner.username];
  await change(`insert into teams (id, name, owner_id) values ($1, 'Acme Ltd', ${idOf})`, named);
  for (const [{ username }, role] of [
    [owner, 'owner'],
    [member, 'member'],
  ] as const)
    await change(`insert into team_members (id, team_id, user_id, role) values ($2 || $1, $1, ${idOf}, $3)`, [
      id,
      username,
      role,
    ]);
  await change(
    `insert into business_cards (id, user_id, holder_id, name, full_name)
     values ($1 || 'c', $1, ${idOf}, 'Sales', 'Olive Owner of the Long Double-Barreled Surname')`,
    named,
  );
  return { owner, member, cardId: `${id}c` };
}

it.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])(
  'The figures of a team are counted when its owner looks on a %s, and members are not shown them',
  async (name, viewport) => {
    const id = `figures${name}1`;
    const { owner, member, cardId } = await makeTeam(id);
    const page = await journey.open(`/teams/${id}?tab=figures`, { as: owner, viewport });
    await page.getByRole('heading', { name: 'No Figures Yet' }).waitFor();
    await page.getByText('No one has opened a card of Acme Ltd in the last 30 days.').waitFor();
    await expectAccessibleInBothThemes(page);
    const views = `insert into card_views (id, card_id, viewer_device, is_first)
      select $1 || n, $1, 'iPhone', n = 1 from generate_series(1, 1234) n`;
    await journey.change(views, [cardId]);
    await page.getByLabel('Days').selectOption('7');
    await page.getByText('1,234 views in the last 7 days').waitFor();
    await page.getByText('New views take about a minute.').waitFor();
    const people = page.getByRole('row', { name: 'Olive Owner 1 card 1,234 0' });
    await people.waitFor();
    await page.getByRole('row', { name: 'Surname Sales 1,234 1' }).waitFor();
    await page.getByRole('heading', { level: 3, name: 'By Card' }).waitFor();
    await expectAccessibleInBothThemes(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    const theirs = await journey.open(`/teams/${id}?tab=figures`, { as: member, viewport });
    await theirs.getByRole('heading', { name: 'No card yet' }).waitFor();
    expect(await theirs.getByRole('tab', { name: 'Figures' }).count()).toBe(0);
  },
);
