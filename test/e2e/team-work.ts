import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '#app/frame/paths.ts';
import type { Person } from '#test/built-product.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  type Journey,
  type PHONE,
} from '#test/e2e/journey.ts';
import type { MailServer } from '#test/e2e/mail-server.ts';

/** The work of those who run a team, on its screens, and of whoever is invited. */

const CLAIM = /\/teams\/[\w-]+\/claim\/[\w-]+/;
/** The path of the invite in the mail to this address. */
export const inviteIn = (mail: MailServer, email: string) =>
  mail.linkTo(email, /prepared a Goldleaf business card for you/, CLAIM);

/** Only whoever has confirmed their address makes a team. */
export async function registerWithAddress(journey: Journey, fullName: string): Promise<Person> {
  const person = await journey.register(fullName);
  await journey.change('update users set email_confirmed_at = now() where username = $1', [person.username]);
  return person;
}

export async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
export const choose = async (page: Page, of: string, item: string) => {
  await press(page, `More for ${of}`);
  await page.getByRole('menuitem', { name: item }).click();
};

/** Creates a team from the settings, and resolves to its address. */
export async function createTeam(page: Page, name: string): Promise<string> {
  await page.goto(paths.settings('teams'));
  await page.getByText('Cards for the people you work with').waitFor();
  await look(page);
  await press(page, 'Create a Team');
  await page.getByLabel('Team name').fill(name);
  await look(page);
  await press(page, 'Create Team');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('Owner · 1 member').waitFor();
  await page.getByRole('heading', { name: 'Prepare the first card' }).waitFor();
  await look(page);
  return new URL(page.url()).pathname;
}

/** Prepares cards from a pasted list, one line of which is not understood. */
export async function prepareList(page: Page, people: readonly { fullName: string; email: string }[]) {
  await press(page, 'Prepare Cards');
  await page.getByText('A list', { exact: true }).click();
  const lines = people.map(({ fullName, email }) => `${fullName}, ${email}, Engineer`);
  await page.getByLabel('People').fill([...lines, 'Nobody at all'].join('\n'));
  await page.getByText(`${people.length} ready, 1 to fix`).waitFor();
  await page.getByText(`Line ${people.length + 1}: There’s no email address in this line.`).waitFor();
  await look(page);
  await page.getByText('One person', { exact: true }).click();
  await page.getByText('A list', { exact: true }).click();
  await page.keyboard.press('Escape');
  await press(page, 'Keep editing');
  expect(await page.getByLabel('People').inputValue()).toMatch(/Nobody at all$/);
  await page.getByLabel('People').fill(lines.join('\n'));
  await press(page, `Prepare ${people.length} Cards`);
  await findToast(page, `${people.length} cards prepared`).waitFor();
  for (const { email } of people) await page.getByText(email).waitFor();
  await look(page);
}

/** Registers from the link of an invite, and claims the card. */
export async function registerAndClaim(
  journey: Journey,
  link: string,
  email: string,
  viewport: typeof PHONE,
) {
  const page = await journey.open(link, { viewport });
  await page.getByRole('heading', { name: 'Your card is ready' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Create an Account' }).click();
  await page.getByLabel('Full Name').fill('Mary Member');
  await page.getByLabel('Username').fill(email.split('@')[0] ?? '');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  await look(page);
  await press(page, 'Create Account');
  await press(page, 'Claim This Card');
  await findToast(page, 'It’s yours').waitFor();
  return page;
}
