import { describe, expect, it } from 'vitest';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  startJourney,
  sumShifts,
} from '#test/e2e/journey.ts';

const journey = startJourney();

const MUTED = { javaScriptEnabled: false };

describe('the landing page', () => {
  it('says what it is and leads to sign-in and registration, without scripts', async () => {
    const page = await journey.open('/', MUTED);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'Elevate Your Professional Networking',
    );
    for (const [name, href] of [
      ['Sign In', '/auth/login'],
      ['Start Free Trial', '/auth/register'],
      ['Start 14-Day Free Trial', '/auth/register'],
      ['Start Your Free Trial', '/auth/register'],
    ]) {
      const link = page.getByRole('link', { name: name ?? '', exact: true });
      expect(await link.getAttribute('href')).toBe(href);
    }
  });

  it('shows every part the specification names, without scripts', async () => {
    const page = await journey.open('/', MUTED);
    const headings = await page.getByRole('heading').allTextContents();
    for (const words of [
      'Professional Digital Profiles',
      'Wallet Integration',
      'Social Integration',
      'How It Works',
      'Create Card',
      'Share Instantly',
      'Track Results',
      'Live Example',
      'Photo Gallery',
      'Video Content',
      'QR Codes',
      'Analytics',
      'Automation',
      'Social',
      'Recent Activity',
      '$5 per month per card, 14 days free, cancel anytime.',
      'Trusted by Industry Leaders',
    ]) {
      expect(headings).toContain(words);
    }
    await page.getByRole('contentinfo').waitFor();
  });

  it('switches the tabs of the dashboard preview without scripts too', async () => {
    const page = await journey.open('/', MUTED);
    for (const count of ['Total Cards', 'Auto SMS', 'Total Views', 'Unique Visitors', 'Active Cards']) {
      await page.locator('#preview-overview').getByText(count, { exact: true }).waitFor();
    }
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByText('Profile visibility').waitFor();
    expect(await page.locator('#preview-overview').isVisible()).toBe(false);
  });

  it('turns them into tabs that arrow keys move through', async () => {
    const page = await journey.open('/', { viewport: DESKTOP });
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await tab('Overview').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'My Cards' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('tabpanel', { name: 'Settings' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Overview' }).waitFor();
    await tab('Analytics').click();
    await page.getByRole('tabpanel', { name: 'Analytics' }).waitFor();
    expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual(['Analytics']);
  });

  it('has an example card that saves a contact and shows where an exchange arrives', async () => {
    const page = await journey.open('/');
    const example = page.locator('#example');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      example.getByRole('link', { name: 'Save Contact' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Elena_Marchetti.vcf');
    await example.getByRole('link', { name: 'Exchange Contact' }).click();
    await page.getByRole('tabpanel', { name: 'Contacts' }).getByText('Noah Bennett').waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await example.getByRole('link', { name: 'Exchange Contact' }).click();
    await page.getByRole('tabpanel', { name: 'Contacts' }).waitFor();
  });

  it('plays the video of the example card', async () => {
    const page = await journey.open('/');
    const film = page.locator('#example video');
    await film.scrollIntoViewIfNeeded();
    const readyState = await film.evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
      return video.readyState;
    });
    expect(readyState).toBeGreaterThanOrEqual(2);
    const part = await page.request.get('/example/light.mp4', { headers: { range: 'bytes=0-99' } });
    expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
  });

  it('offers the dashboard to users this browser remembers', async () => {
    const person = await journey.register();
    const page = await journey.open('/', { as: person });
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto('/');
    const link = page.getByRole('link', { name: 'Go to dashboard', exact: true });
    await expect.poll(() => link.count()).toBe(3);
    for (const one of await link.all()) expect(await one.getAttribute('href')).toBe('/dashboard');
    expect(await page.getByRole('link', { name: /Free Trial|Sign In/ }).count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)(
    'is accessible in the %s theme, on phone and desktop',
    async (colorScheme) => {
      for (const viewport of [PHONE, DESKTOP]) {
        const page = await journey.open('/', { viewport, colorScheme });
        await expectAccessible(page);
      }
    },
  );

  it('promises no wallet pass and no text message that this server cannot make', async () => {
    const page = await journey.open('/', MUTED);
    await page.getByText('Keep your code on your lock screen and show it without a signal.').waitFor();
    await page.getByText('Follow-ups drafted for each person, ready to send.').waitFor();
    await page.getByText('Auto SMS', { exact: true }).locator('..').getByText('OFF').waitFor();
  });

  it.each([
    [1440, 900, 5900],
    [390, 844, 7200],
  ])('is at %i × %i no higher than %i px', async (width, height, most) => {
    const page = await journey.open('/', { viewport: { width, height } });
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most);
  });

  it('shows one card as it is: no portrait of a person who is not', async () => {
    const page = await journey.open('/');
    expect(await page.locator('img.portrait').count()).toBe(0);
    expect(await page.locator('.hero .monogram').textContent()).toBe('EM');
  });

  it.each([false, true])('comes to rest, at once if motion is reduced: %s', async (isReduced) => {
    const motion = isReduced ? {} : ({ reducedMotion: 'no-preference' } as const);
    const page = await journey.open('/', { viewport: DESKTOP, ...motion });
    const running = () => page.evaluate(() => document.getAnimations().length);
    if (isReduced) expect(await running()).toBe(0);
    await expect.poll(running).toBe(0);
    const views = page.locator('.views b');
    const [frame, figure] = [await views.boundingBox(), await views.locator('span').last().boundingBox()];
    expect(Math.abs((frame?.y ?? 0) - (figure?.y ?? 99))).toBeLessThan(1);
    await page.getByText('Contact Saved').waitFor();
    expect(await sumShifts(page)).toBeLessThanOrEqual(0.02);
  });

  it('lets the keyboard scroll the features on a phone, the next one in sight', async () => {
    const page = await journey.open('/');
    const row = page.getByRole('region', { name: 'A card worth handing over' });
    const second = row.getByRole('heading', { name: 'Wallet Integration' });
    await expect(second.boundingBox()).resolves.toMatchObject({ x: expect.any(Number) });
    expect((await second.boundingBox())?.x).toBeLessThan(PHONE.width);
    await row.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => row.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  it.each([320, 375, 378])('has its head on one line at %i px, also in wide letters', async (width) => {
    const page = await journey.open('/', { viewport: { width, height: 844 } });
    const tops = await page
      .locator('.top > *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });

  it('never scrolls sideways', async () => {
    for (const width of [320, 390, 768, 1024, 1440]) {
      const page = await journey.open('/', { viewport: { width, height: 844 } });
      await expectNoSidewaysScroll(page);
    }
  });

  it('loads within its budget and from nowhere else', async () => {
    const page = await journey.open('/logo-preview');
    const origins = new Set<string>();
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin);
    });
    const reply = await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect([...origins]).toEqual([journey.url]);
    const { responseBodySize } = (await reply?.request().sizes()) ?? {};
    expect(responseBodySize).toBeLessThanOrEqual(16_101);
    expect(await page.locator('script[src], link[rel=stylesheet]').count()).toBe(0);
  });
});
