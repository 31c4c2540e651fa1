import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, startJourney, waitForQuiet } from '#test/e2e/journey.ts';

const journey = startJourney();

it('brings an exported account back, with the link of its card', async () => {
  const person = await journey.register();
  const page = await journey.open('/dashboard?tab=settings&page=contacts', { as: person });
  // Proving who one is renews the session's token: what is still under way with the former one would be refused.
  await waitForQuiet(page);
  const call = page.context().request;
  const made = await call.post(`${journey.url}/api/cards`, {
    data: { name: 'Work', fullName: 'Ada Lovelace' },
  });
  const { id } = await made.json();
  await call.post(`${journey.url}/api/account/confirm`, { data: { password: person.password } });
  const buffer = await (await call.get(`${journey.url}/api/account/export`)).body();
  await journey.change('delete from business_cards where id = $1', [id]);

  await page.getByRole('button', { name: 'Import Archive' }).click();
  await page
    .getByLabel('Choose an archive')
    .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer });
  await page.getByText('Restored with its link').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Start Import' }).click();
  await page.getByText('Import complete.').waitFor();
  await expectAccessible(page);
  // One that fails halfway says so, and what is there by then.
  await journey.change(
    "update account_imports set state = 'failed', error = 'It stopped.' where user_id = (select user_id from business_cards where id = $1)",
    [id],
  );
  await page.reload();
  await page.getByRole('button', { name: 'Import Archive' }).click();
  await page.getByText('It stopped.').waitFor();
  await page.getByText('Restored with its link').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  expect((await call.get(`${journey.url}/card/${id}`)).status()).toBe(200);
});
