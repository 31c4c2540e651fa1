import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { startEngineJourney } from './journey.ts';

const journey = startEngineJourney();

it('An owner saves a contact to the phone, all contacts as CSV, and a QR code as an image', async () => {
  const owner = await journey.register('Maya Osei');
  const { id } = await makeCard(owner, { fullName: 'Maya Osei' });
  const grace = { fullName: 'Grace Hopper', email: 'grace@example.com', cardId: id };
  expect((await owner.client('POST', '/api/contacts/exchange', grace)).status).toBe(200);
  const page = await journey.open('/contacts', { as: owner, viewport: { width: 1200, height: 800 } });
  const contact = await page.download(() => page.click({ role: 'button', name: 'Save to Phone' }));
  expect(contact.name).toBe('Grace_Hopper.vcf');
  expect(contact.content.toString()).toContain('FN:Grace Hopper\r\n');
  await page.find('Contact downloaded successfully!');
  const table = await page.download(() => page.click({ role: 'button', name: 'Export Contacts' }));
  expect(table.name).toBe('contacts.csv');
  expect(table.content.toString()).toContain('"Grace Hopper","grace@example.com"');
  await page.find('Your contacts have been exported to a CSV file.');
  await page.goto('/cards');
  await page.click({ role: 'button', name: 'More for Work' });
  await page.click({ role: 'menuitem', name: 'Animated QR' });
  const code = await page.download(() => page.click({ role: 'button', name: 'Download' }));
  expect(code.name).toBe('Maya Osei_QR_Code.png');
  expect(code.content.subarray(1, 4).toString()).toBe('PNG');
  await page.find('QR Code Downloaded!');
});
