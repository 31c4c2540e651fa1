import { expect, it } from 'vitest';
import { chooseMore, findContacts, findStatus, ownerWhoMet } from '#test/e2e/contact-people.ts';
import { expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();
const namesake = (nth: number) => ({
  fullName: 'Max Namesake',
  email: `max@firm${nth}.example`,
  phone: `+1 217 555 010${nth}`,
  company: `Firm ${nth} of Springfield`,
});

it('Two of three namesakes are merged by keyboard on a small, dark phone, and brought back', async () => {
  const page = await journey.open('/contacts', {
    as: await ownerWhoMet(journey, namesake(1), namesake(2), namesake(3)),
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
  });
  await findStatus(page, '3 contacts').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: '1 possible duplicate' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Possible duplicates' });
  await dialog.getByText('the same name, but different email addresses').waitFor();
  const merge = dialog.getByRole('button', { name: /^Merge/ });
  expect(await merge.isDisabled()).toBe(true);
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await dialog.getByRole('checkbox', { name: /Firm 1/ }).press('Space');
  await dialog.getByRole('checkbox', { name: /Firm 3/ }).press('Space');
  await dialog.getByLabel('Company').selectOption('Firm 3 of Springfield');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge 2 of 3' }).press('Enter');
  await dialog.getByText('2 contacts with the same name').waitFor();
  await page.keyboard.press('Escape');
  await findStatus(page, '2 contacts').waitFor();
  await findContacts(page).getByText('Firm 3 of Springfield').waitFor();
  await findContacts(page).getByText('Firm 1 of Springfield').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await findStatus(page, '3 contacts').waitFor();
});

it('A double click merges once, however long the next duplicates take', async () => {
  const page = await journey.open('/contacts', {
    as: await ownerWhoMet(journey, namesake(1), namesake(2)),
  });
  await findStatus(page, '2 contacts').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: '1 possible duplicate' }).click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/(merge|apart)$/.test(request.url())) sent.push(request.url());
  });
  const dialog = page.getByRole('dialog', { name: 'Possible duplicates' });
  await dialog.getByRole('checkbox', { name: /Firm 1/ }).check();
  await dialog.getByRole('checkbox', { name: /Firm 2/ }).check();
  let goOn = () => {};
  const isHeld = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/api/contacts/duplicates?*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('Contacts merged', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: /^Merg/ }).dispatchEvent('click');
  await dialog.getByRole('button', { name: 'Not duplicates' }).dispatchEvent('click');
  goOn();
  await dialog.getByText('No more duplicates.').waitFor();
  expect(sent).toHaveLength(1);
});

it('What was merged elsewhere goes when a press on it is refused', async () => {
  journey.expectError(/status of 404/);
  const owner = await ownerWhoMet(journey, namesake(1), namesake(2));
  const page = await journey.open('/contacts', { as: owner });
  await findStatus(page, '2 contacts').waitFor();
  await chooseMore(page, '1 possible duplicate');
  const dialog = page.getByRole('dialog', { name: 'Possible duplicates' });
  await dialog.getByRole('checkbox', { name: /Firm 1/ }).check();
  await dialog.getByRole('checkbox', { name: /Firm 2/ }).check();
  const [keep, other] = (await owner.client('GET', '/api/contacts')).body;
  const merge = { keep: keep.id, others: [other.id], fields: {} };
  expect((await owner.client('POST', '/api/contacts/merge', merge)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog.getByText('No more duplicates.').waitFor();
});

it('Duplicates that could not be read are not said to be none', async () => {
  journey.expectError(/net::ERR_FAILED/);
  const page = await journey.open('/contacts', {
    as: await ownerWhoMet(journey, namesake(1), namesake(2)),
  });
  await findStatus(page, '2 contacts').waitFor();
  const list = '**/api/contacts/duplicates?*';
  await page.route(list, (route) => route.abort());
  await chooseMore(page, '1 possible duplicate');
  const dialog = page.getByRole('dialog', { name: 'Possible duplicates' });
  const retry = dialog.getByRole('button', { name: 'Retry' });
  await retry.waitFor();
  expect(await dialog.getByText('No more duplicates.').count()).toBe(0);
  await page.unroute(list);
  await retry.click();
  await dialog.getByText('You can undo this for 30 days').waitFor();
});
