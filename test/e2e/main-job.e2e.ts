import { describe, expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

describe('the main job', () => {
  it('registers, and arrives at a dashboard that says what to do next', async () => {
    const page = await journey.open('/auth/register');
    await expectAccessible(page);
    await page.getByLabel('Full Name').fill('Maya Osei');
    await page.getByLabel('Username').fill('maya');
    await page.getByLabel('Email').fill('maya@example.com');
    await page.getByLabel('Password').fill('a good long secret');
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await page.waitForURL('**/checkout');
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: /Maya Osei/ }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(await page.title()).toContain('Goldleaf');
  });
});
