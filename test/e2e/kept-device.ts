import type { Page } from 'playwright-core';

/** Turns the switch on and waits until the app opens from this device. */
export async function keepOnDevice(page: Page, origin = ''): Promise<void> {
  await page.goto(`${origin}/dashboard?tab=settings&page=device`);
  await page.getByRole('switch', { name: 'Available offline' }).check();
  await page.getByText(/1 card with both codes/).waitFor();
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller) return;
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
  });
}
