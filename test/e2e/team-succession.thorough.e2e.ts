import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';
import { startMailServer } from '#test/e2e/mail-server.ts';
import { makeTeam } from '#test/e2e/team-people.ts';

const mail = startMailServer();
const journey = startJourney({ env: mail.env });

const CLAIM = /\/teams\/[\w-]+\/claim\/[\w-]+/;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, of: string, item: string) => {
  await press(page, `More for ${of}`);
  await page.getByRole('menuitem', { name: item }).click();
};

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  if (viewport) await page.setViewportSize(viewport);
  await expectNoSidewaysScroll(page);
}

/** The page of the card as somebody sees it who comes from outside. */
async function visit(cardId: string, text: string, viewport: (typeof SIZES)[number]) {
  const page = await journey.open(`/card/${cardId}`, { viewport });
  await page.getByText(text).first().waitFor();
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await page.close();
}

it.each(SIZES)(
  'A card of a team is handed over, put back, and claimed by somebody else at $width px',
  async (viewport) => {
    const { width } = viewport;
    const { owner, holder, id, cardId } = await makeTeam(journey, `handed${width}`);
    const { change } = journey;
    const idOf = '(select id from users where username = $2)';
    await change(
      `insert into team_invites (id, team_id, card_id, email, full_name, role, expires_at, claimed_at, claimed_by)
       values ($1 || 'i', $1, $1 || 'b', 'mary@example.com', 'Mary Member', 'member', now(), now() - interval '1 day', ${idOf})`,
      [id, holder.username],
    );
    await change("update contacts set card_id = $1 || 'b' where user_id = $1", [id]);
    await visit(cardId, 'Mary Member', viewport);

    const page = await journey.open(`/teams/${id}`, { as: owner, viewport });
    await choose(page, 'Mary Member', 'Hand over card…');
    await page.getByRole('dialog', { name: 'Hand over the card of Mary Member?' }).waitFor();
    await look(page);
    await press(page, 'Hand Over Card');
    await page.getByText('Enter a name.').waitFor();
    const isFocused = () =>
      page.getByLabel('Full name').evaluate((field) => field === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await page.getByText('No one', { exact: true }).click();
    await press(page, 'Clear Card');
    await findToast(page, 'Mary Member’s details are off the card').waitFor();
    await page.getByRole('heading', { name: 'Changing hands' }).waitFor();
    await look(page);
    await visit(cardId, 'No one at Acme Ltd has this card', viewport);
    await choose(page, 'the card of Mary Member', 'Undo');
    await findToast(page, 'The card is Mary Member’s again').waitFor();
    await visit(cardId, 'Mary Member', viewport);

    const nora = await journey.register('Nora Next');
    await change('update users set email_confirmed_at = now() where username = $1', [nora.username]);
    const email = `${nora.username}@example.com`;
    await choose(page, 'Mary Member', 'Hand over card…');
    await page.getByLabel('Full name').fill('Nora Next');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Name them on the card’s page').check();
    await press(page, 'Hand Over Card');
    await findToast(page, 'Handed over to Nora Next').waitFor();
    await page.getByText('From Mary Member').waitFor();
    await page.locator('h2:focus', { hasText: 'Cards' }).waitFor();
    await look(page);
    await visit(cardId, 'Nora Next is taking over this card at Acme Ltd', viewport);

    const link = await mail.linkTo(email, /prepared a Goldleaf business card for you/, CLAIM);
    const claims = await journey.open(link, { as: nora, viewport });
    await claims.getByText('This card belonged to someone else.').waitFor();
    await expectAccessibleInBothThemes(claims);
    await look(claims);
    const title = claims.getByLabel('Job title (optional)');
    await title.fill('Head of Sales');
    journey.expectError(/ERR_FAILED/);
    const refetched = claims.waitForEvent('requestfailed', (request) => request.method() === 'GET');
    await claims.route('**/claims/**', (route) => route.abort());
    await press(claims, 'Claim This Card');
    await refetched;
    await findToast(claims, 'Error').waitFor();
    await claims.unroute('**/claims/**');
    expect(await title.inputValue()).toBe('Head of Sales');
    await press(claims, 'Claim This Card');
    await claims.waitForURL(`**/teams/${id}`);
    await claims.goto(`${journey.url}/contacts?account=${id}`);
    await claims.getByText('Grace Hopper').first().waitFor();
    await visit(cardId, 'Head of Sales', viewport);
  },
);

it('Whoever is asked comes back to the team, and a card is claimed from its banner', async () => {
  const { owner, holder, id, cardId } = await makeTeam(journey, 'asked');
  const idOf = async ({ client }: typeof owner) => (await client('GET', '/api/auth/me')).body.user.id;
  const [ownerId, holderId] = [await idOf(owner), await idOf(holder)];
  await journey.change('update users set email_confirmed_at = now() where id in ($1, $2)', [
    ownerId,
    holderId,
  ]);
  expect((await holder.client('DELETE', `/api/teams/${id}/members/${holderId}`)).status).toBe(200);
  expect((await owner.client('POST', `/api/teams/${id}/leavers/${holderId}`)).status).toBe(200);
  const page = await journey.open('/dashboard?tab=settings&page=teams', { as: holder });
  await press(page, 'Come Back');
  await page.waitForURL(`**/teams/${id}`);
  // It would ask for the code of a card that is handed over meanwhile.
  await page.close();

  const handed = { successor: { userId: ownerId } };
  const succession = `/api/teams/${id}/cards/${cardId}/succession`;
  expect((await owner.client('POST', succession, handed)).status).toBe(200);
  const owners = await journey.open(`/teams/${id}`, { as: owner });
  await press(owners, 'Claim This Card');
  await owners.getByRole('dialog').getByRole('button', { name: 'Claim This Card' }).click();
  await findToast(owners, 'It’s yours').waitFor();
});

it.each(SIZES)(
  'A member is removed, their card is handed on, and they are brought back at $width px',
  async (viewport) => {
    const { width } = viewport;
    const { owner, id, cardId } = await makeTeam(journey, `removed${width}`);
    await journey.change("update contacts set card_id = $1 || 'b' where user_id = $1", [id]);
    const page = await journey.open(`/teams/${id}?tab=members`, { as: owner, viewport });
    await choose(page, 'Mary Member', 'Remove from team…');
    await page.getByText('met 1 person, who stays with the team').waitFor();
    await page.getByLabel('This card').selectOption('goes');
    await page.getByRole('dialog').getByText('Member', { exact: true }).click();
    await page
      .getByRole('combobox', { name: 'Member' })
      .selectOption({ label: `Olive Owner (${owner.username}@example.com)` });
    await look(page);
    await press(page, 'Remove');
    await findToast(page, 'Mary Member is no longer in Acme Ltd').waitFor();
    await page.getByRole('heading', { name: 'Former members' }).waitFor();
    await page.locator('h2:focus', { hasText: 'Members' }).waitFor();
    await look(page);
    await visit(cardId, 'no longer with Acme Ltd', viewport);
    await page.goto(`${journey.url}/teams/${id}`);
    await page.getByText('A card of Acme Ltd is waiting for you').waitFor();
    await look(page);
    await page.goto(`${journey.url}/teams/${id}?tab=members`);
    await press(page, 'Bring Back: Mary Member');
    await findToast(page, 'Mary Member is back').waitFor();
    await visit(cardId, 'Mary Member', viewport);
    expect(await page.getByRole('heading', { name: 'Former members' }).count()).toBe(0);
  },
);
