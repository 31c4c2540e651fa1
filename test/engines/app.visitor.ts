import { describe, expect, it } from 'vitest';
import { startEngineJourney } from './journey.ts';

const journey = startEngineJourney();

describe('A visitor of the landing page', () => {
  it('reads it and signs in without any policy violation', async () => {
    const person = await journey.register('Ada Lovelace');
    const page = await journey.open('/');
    await page.find({ role: 'heading', selector: 'h1' });
    await page.goto('/auth/login');
    await page.fill({ role: 'textbox', name: /^Username/ }, person.username);
    await page.fill({ role: 'textbox', name: /^Password/ }, 'wrong horse');
    await page.press('Enter');
    await page.find({ text: /^Invalid email or password/ });
    journey.expectComplaint(/401/);
    await page.fill({ role: 'textbox', name: /^Password/ }, person.password);
    await page.click({ role: 'button', name: 'Sign In' });
    await page.waitUntil('the dashboard', () => location.pathname === '/dashboard');
    await page.find({ role: 'heading', selector: 'h1' });
    expect(await page.findAll('Something went wrong')).toEqual([]);
  });
});
