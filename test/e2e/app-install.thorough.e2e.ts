import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { startJourney } from '#test/e2e/journey.ts';
import { CHROMIUM_FLAGS, findProgram } from '#test/engines/programs.ts';

/** The app as browsers install it; only a whole browser judges that, the headless shell finds nothing anywhere. */
const journey = startJourney();

it('Browsers find nothing that keeps the app from being installed', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-install-'));
  // Private windows install nothing: this takes a profile of its own, and a whole browser.
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findProgram('chromium'),
    args: CHROMIUM_FLAGS,
  });
  try {
    const page = await context.newPage();
    await page.goto(`${journey.url}/auth/login`);
    const session = await context.newCDPSession(page);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
  } finally {
    await context.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
});
