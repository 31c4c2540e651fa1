import { expect, it } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';
import { makeTeam } from '#test/e2e/team-people.ts';
import { weigh } from '#test/e2e/weigh.ts';

const journey = startJourney({ expectedErrors: /status of 404/ });

/** A thousand people who agreed to be on the page. */
async function addPeople(id: string) {
  await journey.change(
    `insert into business_cards (id, user_id, holder_id, name, full_name, job_title, department, profile_image)
     select $1 || n, $1, (select user_id from team_members where team_id = $1 and role = 'member'), 'Card',
       (array['Ada','Grace','Alan','Zoë','José'])[1 + n % 5] || ' ' || (array['Lovelace','Hopper','Turing','Zuse','García'])[1 + n / 200] || ' ' || n,
       (array['Engineer','Analyst','Designer'])[1 + n % 3], (array['Research','Sales'])[1 + n % 2], null
     from generate_series(0, 999) n`,
    [id],
  );
  await journey.change(
    `insert into team_page_cards (card_id, holder_id, agreed_at)
     select id, holder_id, now() from business_cards where user_id = $1 and holder_id is not null and id <> $1 || 'b'`,
    [id],
  );
}

it.each(SIZES)(
  'A visitor finds somebody among a thousand on the page of a team at $width px',
  async (viewport) => {
    const id = `pages${viewport.width}`;
    const { owner, holder } = await makeTeam(journey, id);
    const settings = await journey.open(`/teams/${id}?tab=settings`, { as: owner, viewport });
    await settings.getByRole('switch', { name: 'Public page' }).click();
    await settings.getByRole('link', { name: 'Open Page' }).waitFor();
    await expectNoSidewaysScroll(settings);
    await expectAccessible(settings);
    await addPeople(id);
    const theirs = await journey.open(`/teams/${id}?tab=settings`, { as: holder, viewport });
    await theirs.getByRole('switch', { name: 'Show me on the team page' }).first().click();
    await theirs.getByText('Saved').first().waitFor();
    const page = await journey.open(`/team/${id}`, { viewport });
    await page.getByText('1,001 people').waitFor();
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'More People' }).click();
    await page.getByRole('link', { name: 'Back to the Start' }).waitFor();
    await page.getByRole('searchbox').fill('mary');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 person for “mary”').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Mary Member' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mary Member' }).waitFor();
    await page.goto(`/team/${id}?q=nobody`);
    await page.getByText('No one here matches “nobody.”').waitFor();
    await page.getByRole('link', { name: 'Show Everyone' }).click();
    await page.getByText('QR code of this page').click();
    await page.getByRole('img', { name: 'QR code of the page of Acme Ltd' }).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await expect.poll(() => weigh(`${journey.url}/team/${id}`)).toBeLessThanOrEqual(8_800);
  },
);
