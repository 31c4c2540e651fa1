import { expect, it } from 'vitest';
import {
  DESKTOP,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  PHONE,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';
import { makeTeam } from '#test/e2e/team-people.ts';

const journey = startJourney();
let teams = 0;

it.each(SIZES)(
  'A team gives its cards a look, which a member sees on theirs, at $width px',
  async (viewport) => {
    teams += 1;
    const team = await makeTeam(journey, `acmebrand${teams}`);
    const admins = await journey.open(`/teams/${team.id}`, { as: team.owner, viewport });
    await admins.getByRole('tab', { name: 'Brand' }).click();
    const row = (name: string) => admins.getByRole('region', { name, exact: true });
    const decide = (name: string, mode: string) => row(name).getByText(mode, { exact: true }).click();
    await decide('Company logo', 'Default');
    await row('Company logo').getByText('The team has none yet.').waitFor();
    await decide('Company logo', 'Free');
    await decide('Company', 'Locked');
    await row('Company').getByRole('textbox').fill('Acme Limited');
    await decide('Template', 'Default');
    await row('Template')
      .getByRole('radio', { name: /^Classic/ })
      .check();
    await decide('Primary color', 'Locked');
    await row('Primary color').getByRole('textbox', { name: 'Primary color', exact: true }).fill('#7A1E3C');
    await decide('Disclaimer', 'Locked');
    await row('Disclaimer').getByRole('textbox').fill('Not an offer.');
    if (viewport.width < 1024) await admins.getByRole('button', { name: 'Preview' }).click();
    await admins.locator('.gl-card.classic').getByText('Not an offer.').waitFor();
    await expectAccessibleInBothThemes(admins);
    await expectNoSidewaysScroll(admins);
    await admins.getByRole('button', { name: 'Save' }).click();
    await admins.getByText('Saved', { exact: true }).waitFor();
    await admins.locator('button:focus', { hasText: 'Save' }).waitFor();

    const visitor = await journey.open(`/card/${team.cardId}`, { viewport });
    await visitor.getByText('Acme Limited').waitFor();
    await visitor.getByText('Not an offer.').waitFor();
    expect(await visitor.locator('.gl-card.classic').count()).toBe(1);

    const members = await journey.open(`/edit-card/${team.cardId}?account=${team.id}`, {
      as: team.holder,
      viewport,
    });
    const company = members.getByRole('textbox', { name: 'Company' });
    expect(await company.inputValue()).toBe('Acme Limited');
    expect(await company.isDisabled()).toBe(true);
    await members.getByText('Acme Ltd sets this on every card.').first().waitFor();
    await members.getByRole('textbox', { name: 'Job title' }).fill('Engineer');
    await members.getByRole('tab', { name: 'Design' }).click();
    await members.getByText('From Acme Ltd').waitFor();
    await members.getByRole('radio', { name: /^Minimal/ }).check();
    await members.getByRole('button', { name: 'Use Acme Ltd’s' }).waitFor();
    await expectAccessible(members);
    await expectNoSidewaysScroll(members);
    await members.getByRole('button', { name: 'Update Card' }).click();
    await members.getByText('Your digital business card has been updated.').waitFor();
    await visitor.reload();
    expect(await visitor.locator('.gl-card.minimal').count()).toBe(1);
    await visitor.getByText('Engineer').waitFor();

    await members.goto(`${journey.url}/edit-card/${team.cardId}?account=${team.id}&tab=design`);
    await members.getByRole('tab', { name: 'Design' }).click();
    await members.getByRole('button', { name: 'Use Acme Ltd’s' }).click();
    await members.getByText('From Acme Ltd').waitFor();
    await members.getByRole('button', { name: 'Update Card' }).click();
    await members.getByText('Your digital business card has been updated.').waitFor();
    await visitor.reload();
    expect(await visitor.locator('.gl-card.classic').count()).toBe(1);
  },
);

it('A field that is locked while a member edits it keeps the team’s, and says so', async () => {
  const team = await makeTeam(journey, 'acmelate1');
  const members = await journey.open(`/edit-card/${team.cardId}?account=${team.id}`, {
    as: team.holder,
    viewport: DESKTOP,
  });
  await members.getByRole('textbox', { name: 'Company' }).fill('Mine');
  const lock = { fields: { company: { mode: 'locked', value: 'Acme Limited' } } };
  expect((await team.owner.client('PUT', `/api/teams/${team.id}/brand`, lock)).status).toBe(200);
  journey.expectError(/status of 403/);
  await members.getByRole('button', { name: 'Update Card' }).click();
  await members.getByText('Acme Ltd sets this on every card.').first().waitFor();
  await expect
    .poll(() => members.getByRole('textbox', { name: 'Company' }).inputValue())
    .toBe('Acme Limited');
  await members.getByRole('textbox', { name: 'Job title' }).fill('Engineer');
  await members.getByRole('button', { name: 'Update Card' }).click();
  await members.getByText('Your digital business card has been updated.').waitFor();
  const { body } = await team.holder.client('GET', `/api/cards/${team.cardId}?account=${team.id}`);
  expect(body).toMatchObject({ company: 'Acme Limited', jobTitle: 'Engineer' });
});

it('A message beside a question covers no part of its title', async () => {
  journey.expectError(/status of 422/);
  const team = await makeTeam(journey, 'acmebrand9');
  const page = await journey.open(`/teams/${team.id}?tab=brand`, { as: team.owner, viewport: PHONE });
  const website = page.getByRole('region', { name: 'Website', exact: true });
  await website.getByText('Locked', { exact: true }).click();
  await website.getByRole('textbox').fill('nowhere at all');
  await page.getByRole('button', { name: 'Save' }).click();
  const message = page.locator('.toast');
  await message.waitFor();
  await page.getByRole('tab', { name: 'Cards' }).click();
  const question = page.getByRole('dialog');
  const title = await question.getByRole('heading').boundingBox();
  const box = await question.locator('.toast').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(title?.y ?? 0);
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await message.waitFor({ state: 'detached' });
  await question.getByRole('button', { name: 'Keep editing' }).waitFor();
});
