import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { paths } from '#app/frame/paths.ts';
import type { Person } from '#test/built-product.ts';
import {
  confirmIdentity,
  DESKTOP,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';
import { makeTeam } from '#test/e2e/team-people.ts';
import { readCode } from '#test/e2e/two-step.ts';

/** An administrator of the platform looks after teams, and their people see what came of it. */

const journey = startJourney({ expectedErrors: /status of (403|404|409)/ });
const SIZES = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;
const REASON = 'Reported by a visitor';

let admin: Person;

beforeAll(async () => {
  admin = await journey.register('Root Admin');
  await journey.change('update users set is_admin = true where username = $1', [admin.username]);
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** Opens what can be done about a team, found by its owner's address. */
async function openTeam(page: Page, owner: Person) {
  await page.goto('/admin?tab=teams');
  await page.getByRole('searchbox', { name: 'Search teams' }).fill(owner.email);
  await page.getByText('1–1 of 1 team', { exact: true }).waitFor();
  await page.getByRole('row', { name: owner.email }).getByRole('button', { name: 'Acme Ltd' }).click();
  return page.getByRole('dialog', { name: 'Team Acme Ltd' });
}

it.each(SIZES)('A team is suspended and restored on a %s, and its people see why', async (name, viewport) => {
  const { owner, holder, id, cardId } = await makeTeam(journey, `suspended${name}1`);
  const page = await journey.open('/admin?tab=teams', { as: admin, viewport });
  await page.getByText('Total Teams', { exact: true }).waitFor();
  await page.getByRole('columnheader', { name: 'Claimed cards' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('searchbox', { name: 'Search teams' }).fill('no such team');
  await page.getByText('No team matches “no such team”.').waitFor();

  const dialog = await openTeam(page, owner);
  await look(page);
  await press(page, 'Suspend Team');
  await dialog.getByText('Enter a reason.').waitFor();
  await dialog.getByLabel('Message to the team (optional)').fill('It copies a bank’s card.');
  await dialog.getByLabel('Reason').fill(REASON);
  await press(page, 'Suspend Team');
  await findToast(page, 'Team suspended').waitFor();
  await dialog.getByText(/suspended on .*, public pages hidden/).waitFor();

  const owners = await journey.open(paths.team(id), { as: owner, viewport });
  await owners.getByRole('heading', { name: 'This team is suspended' }).waitFor();
  await owners.getByText('“It copies a bank’s card.”').waitFor();
  await look(owners);
  await owners.goto(paths.team(id, 'settings'));
  await owners.getByRole('heading', { name: 'Export and deletion' }).waitFor();
  expect(await owners.getByLabel('Team name').count()).toBe(0);
  await look(owners);
  await owners.goto(paths.settings('teams'));
  await owners.getByRole('link', { name: 'Acme Ltd' }).getByText('Suspended').waitFor();
  const members = await journey.open(paths.team(id), { as: holder, viewport });
  await members.getByText('Its owner knows more.').waitFor();
  const visitor = await journey.open(`/card/${cardId}`);
  await visitor.getByRole('heading', { name: 'Card Not Found' }).waitFor();

  await dialog.getByLabel('Reason').fill('It was a mistake');
  await press(page, 'Restore Team');
  await findToast(page, 'Team restored').waitFor();
  await owners.goto(paths.team(id, 'settings'));
  await owners.getByLabel('Team name').waitFor();
  await page.goto('/admin?tab=log');
  await page.getByText('Suspended the team').first().waitFor();
});

it.each(SIZES)(
  'A team is deleted with its archive on a %s, brought back, and given an owner',
  async (name, viewport) => {
    const { owner, holder, id } = await makeTeam(journey, `ended${name}1`);
    const page = await journey.open('/admin', { as: admin, viewport });
    const dialog = await openTeam(page, owner);
    await dialog.getByLabel('Action').selectOption('Delete team');
    await dialog.getByLabel('Username').fill(id);
    await dialog.getByLabel('Reason').fill(REASON);
    await look(page);
    await press(page, 'Delete Team');
    await dialog.getByRole('link', { name: 'Download Archive' }).waitFor();
    await look(page);
    await press(page, 'Done');
    const again = await openTeam(page, owner);
    await again.getByText(/deleted, restorable until/).waitFor();
    await again.getByLabel('Reason').fill('It was a mistake');
    await press(page, 'Restore Team');
    await findToast(page, 'Team restored').waitFor();
    await again.getByLabel('Action').selectOption('Appoint an owner');
    await again.getByLabel('New owner').fill(holder.username);
    await again.getByLabel('Reason').fill('The owner is gone');
    await look(page);
    await press(page, 'Appoint Owner');
    await findToast(page, 'Owner appointed').waitFor();
    await page.getByRole('searchbox', { name: 'Search teams' }).fill(holder.email);
    await page.getByRole('row', { name: holder.email }).waitFor();
    const members = await journey.open(paths.team(id), { as: holder, viewport });
    await members.getByText('Owner · 2 members').waitFor();
  },
);

it.each(SIZES)('The owner requires two-step verification of team admins on a %s', async (name, viewport) => {
  const { owner, holder, id } = await makeTeam(journey, `resting${name}1`);
  await journey.change("update team_members set role = 'admin' where team_id = $1 and role = 'member'", [id]);
  const owners = await journey.open(paths.team(id, 'settings'), { as: owner, viewport });
  await owners.getByLabel('Team admins need two-step verification').click();
  await owners.getByText('Saved').waitFor();
  await look(owners);
  const admins = await journey.open(paths.team(id), { as: holder, viewport });
  await admins.getByRole('heading', { name: 'Turn on two-step verification' }).waitFor();
  await admins.getByRole('article', { name: 'Team card' }).waitFor();
  expect(await admins.getByRole('tab', { name: 'Figures' }).count()).toBe(0);
  await look(admins);
  await admins.getByRole('link', { name: 'Open Sign-in & Security' }).click();
  await admins.getByRole('heading', { name: 'Sign-in & security' }).first().waitFor();

  const notice = admins.getByRole('region', { name: 'Turn on two-step verification' });
  await admins.goto(paths.dashboard);
  await notice.getByRole('link').click();
  await admins
    .getByRole('region', { name: 'Two-step verification' })
    .getByRole('button', { name: 'Turn On' })
    .click();
  await confirmIdentity(admins, holder.password);
  const setup = admins.getByRole('dialog', { name: 'Turn On Two-Step Verification' });
  await setup.getByLabel('Code').fill(await readCode(setup));
  await setup.getByRole('button', { name: 'Turn On' }).click();
  await press(admins, 'I’ve Saved Them');
  await admins.getByText('10 recovery codes left').waitFor();
  await admins.getByRole('link', { name: 'Goldleaf, dashboard' }).click();
  await admins.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

it('The owner is offered a copy before the team is deleted', async () => {
  const { owner, id } = await makeTeam(journey, 'copied1');
  const page = await journey.open(paths.team(id, 'settings'), { as: owner, viewport: PHONE });
  await press(page, 'Delete Team');
  const dialog = page.getByRole('dialog', { name: 'Delete Acme Ltd?' });
  await dialog.getByText('Save a copy of everything first.').waitFor();
  await look(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export Everything' }).click();
  await confirmIdentity(page, owner.password);
  expect((await download).suggestedFilename()).toMatch(/^Goldleaf_Account_.*\.zip$/);
});
