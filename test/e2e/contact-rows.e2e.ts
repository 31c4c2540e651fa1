import { expect, it } from 'vitest';
import { findStatus, findTile, GRACE, openTile, ownerWhoMet, ZOE } from '#test/e2e/contact-people.ts';
import { DESKTOP, PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

it('Contacts on a phone begin in sight, in rows of 64 px', async () => {
  const page = await journey.open('/contacts', {
    as: await ownerWhoMet(journey, ZOE, GRACE),
    viewport: PHONE,
  });
  await findStatus(page, '2 contacts').waitFor();
  await page.getByRole('article').nth(1).waitFor();
  const rows = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
  expect(rows).toHaveLength(2);
  expect(rows[0].top).toBeLessThanOrEqual(190);
  const action = page.getByRole('button', { name: 'AI Follow-up' }).first().locator('svg');
  expect((await action.boundingBox())?.width).toBe(18);
  for (const { height } of rows) expect(height).toBeLessThanOrEqual(65);
});

it('A closed row of a phone has no parts that it does not show', { tags: ['thorough'] }, async () => {
  const page = await journey.open('/contacts', { as: await ownerWhoMet(journey, GRACE), viewport: PHONE });
  const row = findTile(page, 'Grace Hopper');
  await row.waitFor();
  const hidden = row.locator('article *:not(svg *)').filter({ visible: false });
  expect(await hidden.count()).toBe(0);
  await openTile(page, 'Grace Hopper');
  await row.getByRole('link', { name: 'Open Grace Hopper' }).waitFor();
  await row.getByText('Call me about compilers').waitFor();
  await page.setViewportSize(DESKTOP);
  await row.getByRole('checkbox', { name: 'Select Grace Hopper' }).waitFor();
});

it.each(['/contacts', '/dashboard?tab=contacts'])(
  'A long name and role from right to left are cut at their end: %s',
  { tags: ['thorough'] },
  async (address) => {
    const fullName = 'ישראלה מרגלית אביגיל בן־אברהם הלוי מירושלים';
    const jobTitle = 'סמנכ״לית לפיתוח עסקי ולשיתופי פעולה בין־לאומיים';
    const israela = { ...ZOE, fullName, jobTitle };
    const as = await ownerWhoMet(journey, israela);
    const page = await journey.open(address, { as, viewport: { width: 320, height: 640 } });
    const row = page.getByRole('listitem').filter({ hasText: fullName });
    for (const words of [fullName, jobTitle]) {
      const isBeginSeen = await row.getByText(words).evaluate((text) => {
        const range = document.createRange();
        range.setStart(text.firstChild as Node, 0);
        range.setEnd(text.firstChild as Node, 1);
        const first = range.getBoundingClientRect();
        const line = text.closest('h2, p, .block')?.getBoundingClientRect();
        return line && line.left <= first.left + 1 && first.right <= line.right + 1;
      });
      expect(isBeginSeen, words).toBe(true);
    }
  },
);

it('The icons of a row say what they do under a mouse', { tags: ['thorough'] }, async () => {
  const page = await journey.open('/contacts', {
    as: await ownerWhoMet(journey, GRACE),
    viewport: DESKTOP,
  });
  const row = findTile(page, 'Grace Hopper');
  for (const words of ['AI Follow-up', 'Save to Phone', 'Favorite', 'More'])
    await row.getByTitle(words, { exact: true }).waitFor({ state: 'attached' });
});
