import { expect, it } from 'vitest';
import { chooseMore, findStatus, findTile, GRACE, ownerWhoMet } from '#test/e2e/contact-people.ts';
import { expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

const card = (name: string, ...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...lines, 'END:VCARD'].join('\r\n');
const FILE = {
  name: 'phone.vcf',
  mimeType: 'text/vcard',
  buffer: Buffer.from(
    [
      card('Ada Lovelace', 'N:Lovelace;Ada;;;', 'EMAIL;TYPE=WORK:ada@engine.example', 'ORG:Analytical'),
      card(GRACE.fullName, `EMAIL:${GRACE.email}`),
      'BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:Who was that?\r\nEND:VCARD',
    ].join('\r\n'),
  ),
};

it('brings people along from a contact file, and takes them back', async () => {
  const page = await journey.open('/contacts', { as: await ownerWhoMet(journey, GRACE) });
  await chooseMore(page, 'Import from a file');
  await page.getByRole('heading', { level: 1, name: 'Import contacts' }).waitFor();
  await expectAccessible(page);

  await page.getByLabel('Choose a file').setInputFiles(FILE);
  await page.getByText('3 contacts: 1 new, 1 duplicate, 1 unreadable row').waitFor();
  await page.getByText('duplicate', { exact: true }).waitFor();
  await page.getByText('This contact has no name, email, phone, or company.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByLabel('Tags for everyone').fill('Trade fair');
  await page.getByRole('button', { name: 'Import 1 person' }).click();
  await page.getByText('1 added, 1 skipped, 1 not imported').waitFor();
  await page.locator('h1:focus', { hasText: 'Import contacts' }).waitFor();
  await page.getByRole('link', { name: 'Go to My Contacts' }).click();
  await findStatus(page, '2 contacts').waitFor();
  await findTile(page, 'Ada Lovelace').waitFor();

  await page.goBack();
  await page.getByRole('button', { name: 'Problems as CSV' }).waitFor();
  await page.getByRole('button', { name: 'Undo the import of phone.vcf' }).click();
  await page.getByText('Undone', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Back to My Contacts' }).click();
  await findStatus(page, '1 contact').waitFor();
  await findTile(page, 'Ada Lovelace').waitFor({ state: 'detached' });

  await chooseMore(page, 'Import from a file');
  const buffer = Buffer.from(card('Ada Lovelace', 'N:Lovelace;Ada;;;'));
  await page.getByLabel('Choose a file').setInputFiles({ ...FILE, name: 'fine.vcf', buffer });
  await page.getByRole('button', { name: 'Import 1 person' }).click();
  const fine = page.getByRole('listitem').filter({ hasText: 'fine.vcf' });
  await fine.getByText('1 added').waitFor();
  expect(await fine.getByRole('button').allTextContents()).toEqual(['Undo']);
});
