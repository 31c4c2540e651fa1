import { expect, it } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';
import { makeTeam } from '#test/e2e/team-people.ts';

const journey = startJourney();

const EXPORT = (id: string) =>
  [
    'Employee #,First Name,Last Name,Work Email,Job Title,Department,Manager Email',
    ...Array.from(
      { length: 60 },
      (_, nth) => `${nth},Person${nth},Name${nth},p${nth}@${id}.example,Engineer,Research,boss@${id}.example`,
    ),
    `98,Again,Name1,P1@${id}.example,Engineer,Research,`,
    '99,No,Address,,Engineer,Research,',
  ].join('\n');

it.each(SIZES)(
  'An owner prepares the cards of a whole list and takes them back at $width px',
  async (viewport) => {
    const id = `lists${viewport.width}`;
    const { owner } = await makeTeam(journey, id);
    const page = await journey.open(`/teams/${id}`, { as: owner, viewport });
    await page.getByRole('button', { name: 'Prepare Cards' }).first().click();
    await page.getByText('A file', { exact: true }).click();
    await page.getByText('Drop a CSV file here').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Choose a File').setInputFiles({
      name: 'bamboo.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(EXPORT(id)),
    });
    await page.getByText('60 people to invite, 1 duplicate, 1 line to correct').waitFor();
    await page.getByText('50 invites can go out today. The other 10 follow over the next days.').waitFor();
    await page.getByRole('button', { name: '2 lines without a card' }).click();
    await page.getByText('There’s no email address in this line.').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    expect(await page.getByLabel('Column Work Email').inputValue()).toBe('email');
    expect(await page.getByLabel('Column Manager Email').inputValue()).toBe('skip');
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Prepare 60 Cards' }).click();
    await page
      .getByText('60 cards prepared, 60 not claimed yet, 10 invites to be sent over the next days')
      .waitFor();
    await page.getByText('Person0 Name0').first().waitFor();
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Take Back' }).click();
    await page.getByRole('heading', { name: 'Take back 60 cards?' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Take Back' }).click();
    await page.getByText('60 cards taken back').waitFor();
    await page.getByRole('heading', { name: 'Prepare the first card' }).waitFor();
  },
);
