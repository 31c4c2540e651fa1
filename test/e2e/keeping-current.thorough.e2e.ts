import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { chooseMore } from '#test/e2e/contact-people.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

it('Two owners agree, and one takes over what is new on the other’s card', async () => {
  const ada = await journey.register('Ada Lovelace');
  const grace = await journey.register('Grace Hopper');
  const { id: adaCard } = await makeCard(ada);
  const { id: graceCard } = await makeCard(grace, { company: 'Navy', primaryEmail: grace.email });
  const shared = { fullName: 'Grace Hopper', email: grace.email, company: 'Navy', cardId: adaCard };
  const { body } = await grace.client('POST', '/api/contacts/exchange', shared);

  const hers = await journey.open('/dashboard?tab=settings&page=follow-ups', {
    as: grace,
    viewport: DESKTOP,
  });
  await hers.getByRole('button', { name: 'Offer updates to Ada Lovelace' }).click();
  await hers.getByText('Offered, not accepted yet').waitFor();

  const his = await journey.open('/contacts', { as: ada });
  await chooseMore(his, 'Grace Hopper offers automatic updates');
  const offer = his.getByRole('region', { name: 'Grace Hopper offers automatic updates' });
  await offer.waitFor();
  await offer.getByText(`from @${grace.username}`).waitFor();
  await expectAccessible(his);
  await offer.getByRole('button', { name: 'Get Updates' }).click();
  await his.getByRole('region', { name: 'Getting updates from Grace Hopper’s card' }).waitFor();
  await his.getByText('Auto-updates turned on').waitFor();

  await grace.client('PUT', `/api/cards/${graceCard}`, { company: 'Eckert-Mauchly', jobTitle: 'Engineer' });
  await journey.change("update business_cards set updated_at = now() - interval '2 minutes' where id = $1", [
    graceCard,
  ]);
  await his.goto('/contacts');
  await chooseMore(his, 'New details from Grace Hopper');
  await his.getByText('Company and job title').waitFor();
  await his.getByRole('button', { name: 'Compare' }).click();
  const dialog = his.getByRole('dialog', { name: 'New details from Grace Hopper' });
  await dialog.getByRole('radio', { name: 'Yours Empty' }).check();
  await expectAccessible(his);
  await his.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(his);
  await dialog.getByRole('button', { name: 'Update Contact' }).click();
  await his.getByText('Contact updated').waitFor();
  await his.getByRole('region', { name: 'Getting updates from Grace Hopper’s card' }).waitFor();
  const contact = async () => (await ada.client('GET', `/api/contacts/${body.id}`)).body;
  expect(await contact()).toMatchObject({ company: 'Eckert-Mauchly', jobTitle: null });
  await his.getByRole('button', { name: 'Undo' }).click();
  await his.getByRole('region', { name: 'New details from Grace Hopper' }).waitFor();
  expect(await contact()).toMatchObject({ company: 'Navy', jobTitle: null });

  await hers.reload();
  await hers.getByText('Getting your updates').waitFor();
  await expectAccessible(hers);
  await hers.getByRole('button', { name: 'Stop updates to Ada Lovelace' }).click();
  await hers.getByText('Not offered').waitFor();
});
