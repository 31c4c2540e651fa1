import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  type PHONE,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';
import { makeTeam } from '#test/e2e/team-people.ts';

const journey = startJourney();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

async function look(page: Page, viewport: typeof PHONE): Promise<void> {
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(viewport);
}

it.each(SIZES)(
  'The owner of a team sees its trial at $width px, subscribes, cancels, resumes and pays now; an admin is not shown that',
  async (viewport) => {
    const { owner, holder, id, cardId } = await makeTeam(journey, `billed${viewport.width}`);
    const { change } = journey;
    await change('update business_cards set holder_id = null where id = $1', [cardId]);
    const page = await journey.open(`/teams/${id}?tab=billing`, { as: owner, viewport });
    await page.getByRole('heading', { name: 'Nothing to pay' }).waitFor();
    await page.getByText('The first claim begins 14 free days.').waitFor();
    await look(page, viewport);
    await change("update users set trial_ends_at = now() - interval '1 day' where id = $1", [id]);
    await page.reload();
    await page.getByRole('heading', { name: 'No one holds a card' }).waitFor();
    await page.getByText('No card can be claimed until those whose holders have left').waitFor();
    await look(page, viewport);

    await change(
      'update business_cards set holder_id = (select id from users where username = $2) where id = $1',
      [cardId, holder.username],
    );
    await change("update users set trial_ends_at = now() + interval '10 days' where id = $1", [id]);
    await page.reload();
    await page.getByText('Free Trial', { exact: true }).waitFor();
    await page.getByText('Everything is free until').waitFor();
    await page.getByText('1 of 10', { exact: true }).waitFor();
    await look(page, viewport);

    await press(page, 'Subscribe for $5 a month');
    await page.waitForURL('**/test-provider/checkout/**');
    await page.getByRole('link', { name: 'Back without subscribing' }).click();
    await page.getByText('You left checkout. Nothing was saved or charged.').waitFor();
    await press(page, 'Subscribe for $5 a month');
    await page.waitForURL('**/test-provider/checkout/**');
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await press(page, 'Subscribe');
    await page.waitForURL(`**/teams/${id}?tab=billing&result=success`);
    await page.getByText('First charge', { exact: true }).waitFor();
    await page.getByText('$5 a month: 1 card × $5').first().waitFor();
    const details = page.getByRole('form', { name: 'Invoice details' });
    await details.getByLabel('Reference').fill('PO 4711');
    await details.getByLabel('Email for invoices').fill('nowhere');
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByText('Invalid email').waitFor();
    await details.getByLabel('Email for invoices').fill(`books-${id}@example.com`);
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByText('Saved').waitFor();
    await look(page, viewport);
    await change('update invoice_details set pending_email = $2 where user_id = $1', [
      id,
      `new-${id}@example.com`,
    ]);
    await page.reload();
    await details.getByLabel('Reference').fill('PO 4712');
    await details.getByRole('button', { name: 'Resend Link' }).click();
    await details.getByText('Waiting for someone').waitFor({ state: 'hidden' });
    expect(await details.getByLabel('Reference').inputValue()).toBe('PO 4712');
    expect(await details.getByText('Saved').count()).toBe(0);

    await press(page, 'Cancel subscription');
    await page.getByText('More cards can be claimed until').waitFor();
    await expectAccessible(page);
    await inDialog(page, 'Cancel subscription');
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByText('Resumes at $5 a month: 1 card × $5.').waitFor();
    await look(page, viewport);
    await press(page, 'Resume subscription');
    await findToast(page, 'Subscription resumed').waitFor();

    await press(page, 'Pay Now and Add Everyone');
    await page.getByRole('dialog', { name: 'Pay $5 now?' }).waitFor();
    await expectAccessible(page);
    await inDialog(page, 'Pay $5');
    await page.getByText('Active Subscription').waitFor();
    await page.getByText('1 of 200', { exact: true }).waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await look(page, viewport);

    await page.goto(`${journey.url}/teams/${id}`);
    await page.getByRole('button', { name: 'Prepare Cards' }).first().click();
    await page.getByText('You pay $5 a month for each card once it’s claimed.').waitFor();
    await page.getByText('The team pays $5 a month: 1 card × $5.').waitFor();
    await expectAccessible(page);
    await page.goto(`${journey.url}/teams/${id}?tab=settings`);
    await page.getByText('The team pays $5 a month: 1 card × $5.').waitFor();
    await expectAccessible(page);

    await change("update team_members set role = 'admin' where team_id = $1 and role = 'member'", [id]);
    const admins = await journey.open(`/teams/${id}?tab=billing`, { as: holder, viewport });
    await admins.getByRole('tab', { name: 'Figures' }).waitFor();
    expect(await admins.getByRole('tab', { name: 'Billing' }).count()).toBe(0);
    await admins.getByRole('button', { name: 'Prepare Cards' }).first().click();
    await admins.getByText('The team pays $5 a month for each card once it’s claimed.').waitFor();
    await expectAccessible(admins);
  },
);
