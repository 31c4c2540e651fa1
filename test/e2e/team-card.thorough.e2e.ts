import { expect, it } from 'vitest';
import { DESKTOP, expectAccessibleInBothThemes, startJourney } from '#test/e2e/journey.ts';
import { makeTeam } from '#test/e2e/team-people.ts';

const journey = startJourney();

it('A member edits and shares the card that they hold, for the team', async () => {
  const team = await makeTeam(journey, 'acmecard1');
  const page = await journey.open('/dashboard', { as: team.holder, viewport: DESKTOP });
  const held = page.getByRole('region', { name: 'Acme Ltd' });
  await held.getByRole('link', { name: 'Show Code' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await page.goto(`${journey.url}/cards`);
  await held.getByRole('article', { name: 'Team card' }).waitFor();
  expect(await page.getByText('No cards yet').count()).toBe(0);
  const chips = page.getByRole('navigation', { name: 'Your own and your teams’' });
  const all = chips.getByRole('link', { name: 'All' });
  expect(await all.getAttribute('aria-current')).toBe('page');
  expect(await chips.getByRole('link', { name: 'Yours' }).count()).toBe(0);
  await all.click();
  await held.getByRole('article', { name: 'Team card' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await held.getByRole('link', { name: 'Show Code' }).click();
  await page.waitForURL(`**/qr?card=${team.cardId}&account=${team.id}`);
  await page.goto(`${journey.url}/qr`);
  await page.getByRole('heading', { name: 'Mary Member' }).waitFor();
  await page.goto(`${journey.url}/cards`);
  await chips.getByRole('link', { name: 'Acme Ltd' }).click();
  await page.waitForURL(`**/teams/${team.id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(`**/edit-card/${team.cardId}?account=${team.id}`);
  await page.getByRole('textbox', { name: 'Job Title' }).fill('Head of Compilers');
  await page.getByRole('button', { name: 'Update Card' }).click();
  await page.getByText('Your digital business card has been updated.').waitFor();
  const { body } = await team.holder.client('GET', `/api/cards/${team.cardId}`);
  expect(body.jobTitle).toBe('Head of Compilers');
  await page.goto(`${journey.url}/share-card/${team.cardId}?account=${team.id}`);
  const ways = page.getByRole('navigation', { name: 'Ways to share' });
  for (const way of ['QR code', 'Wallet', 'Background', 'Link', 'Email signature', 'Embed', 'NFC', 'Print']) {
    const link = ways.getByRole('link', { name: new RegExp(`^${way}`) });
    await link.click();
    await expect.poll(() => link.getAttribute('aria-current')).toBe('page');
    await page.waitForLoadState('networkidle');
  }
  expect(await ways.getByRole('link', { name: 'Short link' }).count()).toBe(0);
});

it('Overview and My Cards offer a card of one’s own while the cards that one holds can’t be loaded', async () => {
  journey.expectError(/ERR_FAILED/);
  const { holder } = await makeTeam(journey, 'acmecard2');
  const page = await journey.open('/contacts', { as: holder });
  await page.getByRole('link', { name: 'Share a card' }).waitFor();
  let fail = () => {};
  const isHeld = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(/\/Held\w+-[^/]+\.js$/, (route) => isHeld.then(() => route.abort()));
  await page.goto(`${journey.url}/dashboard`);
  const title = page.getByRole('heading', { level: 1 });
  await page.getByText('Total Views').waitFor();
  expect(await title.textContent()).toBe('Welcome, Mary Member');
  fail();
  await page.getByText('Your card is two minutes away.').waitFor();
  expect(await title.textContent()).toBe('Welcome, Mary Member');
  await page.goto(`${journey.url}/cards`);
  await page.getByRole('link', { name: 'Create Your First Card' }).waitFor();
});

it('A paused card is turned on again by those who run the team, and its holder is not asked to', async () => {
  const team = await makeTeam(journey, 'acmecard5');
  const path = `/api/cards/${team.cardId}?account=${team.id}`;
  expect((await team.owner.client('PUT', path, { isActive: false })).status).toBe(200);
  const owners = await journey.open(`/share-card/${team.cardId}?account=${team.id}`, { as: team.owner });
  await owners.getByRole('link', { name: 'Turn it back on' }).click();
  await owners.getByRole('switch', { name: 'Card is live' }).check();
  await owners.getByRole('button', { name: 'Update Card' }).click();
  await owners.getByText('Your digital business card has been updated.').waitFor();
  expect((await team.owner.client('GET', path)).body.isActive).toBe(true);
  await team.owner.client('PUT', path, { isActive: false });
  const holders = await journey.open(`/share-card/${team.cardId}?account=${team.id}`, { as: team.holder });
  await holders.getByRole('heading', { name: 'This card is paused' }).waitFor();
  expect(await holders.getByRole('link', { name: 'Turn it back on' }).count()).toBe(0);
  await holders.goto(`${journey.url}/edit-card/${team.cardId}?tab=media&account=${team.id}`);
  await holders.getByRole('switch', { name: 'Lead Capture Form' }).waitFor();
  for (const name of ['Card is live', 'Featured'])
    expect(await holders.getByRole('switch', { name }).count()).toBe(0);
});

it('A suspended team offers nothing that is refused, and says so to those who hold its cards', async () => {
  journey.expectError(/status of 403/);
  const team = await makeTeam(journey, 'acmecard3');
  const owners = await journey.open(`/teams/${team.id}?tab=brand`, { as: team.owner, viewport: DESKTOP });
  const save = owners.getByRole('button', { name: 'Save', exact: true });
  await owners.getByText('Locked', { exact: true }).first().click();
  await journey.change('update users set suspended_at = now(), are_pages_suspended = true where id = $1', [
    team.id,
  ]);
  await save.click();
  await owners.getByRole('region', { name: 'This team is suspended' }).waitFor();
  await save.waitFor({ state: 'detached' });
  expect(await owners.getByRole('radio', { name: 'Locked' }).first().isDisabled()).toBe(true);
  await owners.goto(`${journey.url}/teams/${team.id}?tab=billing`);
  await owners.getByText('The team is suspended, so it isn’t charged').waitFor();
  expect(await owners.getByRole('button', { name: /^Subscribe for/ }).isDisabled()).toBe(true);
  await owners.getByRole('tab', { name: 'Cards' }).click();
  await owners.getByText('No card can be prepared while the team is suspended.').waitFor();
  expect(await owners.getByRole('button', { name: 'Prepare Cards' }).count()).toBe(0);
  await expectAccessibleInBothThemes(owners);

  const page = await journey.open('/cards', { as: team.holder, viewport: DESKTOP });
  const held = page.getByRole('region', { name: 'Acme Ltd' });
  await held.getByText('This team is suspended, so no one can change its cards').waitFor();
  expect(await held.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  await page.goto(`${journey.url}/edit-card/${team.cardId}?account=${team.id}`);
  await page.getByRole('heading', { name: 'Team Suspended' }).waitFor();
  await page.goto(`${journey.url}/qr?card=${team.cardId}&account=${team.id}`);
  await page.getByText('Your team is suspended. Anyone who scans this code sees “Card Not Found.”').waitFor();
  await page.goto(`${journey.url}/share-card/${team.cardId}?account=${team.id}`);
  await page.getByRole('region', { name: 'Your team is suspended' }).waitFor();
});

it('A former owner who left the team’s page open is shown their new part once something is refused', async () => {
  journey.expectError(/status of 403/);
  const { owner, holder, id } = await makeTeam(journey, 'acmecard4');
  const page = await journey.open(`/teams/${id}`, { as: owner, viewport: DESKTOP });
  await page.getByText('Owner · 2 members').waitFor();
  const idOf = '(select id from users where username = $2)';
  await journey.change(`update teams set owner_id = ${idOf} where id = $1`, [id, holder.username]);
  const give = (role: string, to: string) =>
    journey.change(`update team_members set role = $3 where team_id = $1 and user_id = ${idOf}`, [
      id,
      to,
      role,
    ]);
  await give('admin', owner.username);
  await give('owner', holder.username);
  await page.getByRole('tab', { name: 'Billing' }).click();
  await page.getByText('Team admin · 2 members').waitFor();
  expect(await page.getByRole('tab', { name: 'Billing' }).count()).toBe(0);
});
