import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core';
import { type Engine, PHONE, type ProfileOptions, TIMEOUT_MS, withTimeout } from './driver.ts';
import { CHROMIUM_FLAGS, findProgram, keeper } from './programs.ts';
import { listenForComplaints, reportViolations } from './puppeteer-complaints.ts';
import { driverOf } from './puppeteer-driver.ts';
import { emulateInChromium, emulateInFirefox } from './puppeteer-emulation.ts';

/** Chromium over its own protocol and Firefox over WebDriver BiDi, both with Puppeteer. */

const FLAGS = {
  chromium: CHROMIUM_FLAGS,
  // Lets journeys change what normally only a user can: text size, contrast themes, scripts.
  firefox: ['--remote-allow-system-access'],
};

export async function startPuppeteer(name: 'chromium' | 'firefox'): Promise<Engine> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), `goldleaf-${name}-`));
  const browser = await puppeteer.launch({
    browser: name === 'chromium' ? 'chrome' : 'firefox',
    executablePath: keeper,
    args: FLAGS[name],
    // On a busy machine a browser may take long to open its first window.
    protocolTimeout: 3 * TIMEOUT_MS,
    timeout: 3 * TIMEOUT_MS,
    userDataDir: path.join(folder, 'profile'),
    env: { ...process.env, KEPT_PROGRAM: findProgram(name), KEPT_FOLDER: folder, TMPDIR: folder },
  });
  let profiles = 0;
  return {
    name,
    open(options) {
      profiles += 1;
      return openProfile(browser, name, path.join(folder, `downloads-${profiles}`), options);
    },
    async close() {
      await withTimeout('closing the browser', browser.close(), TIMEOUT_MS).catch(() =>
        browser.process()?.kill(),
      );
    },
  };
}

async function openProfile(
  browser: Browser,
  name: 'chromium' | 'firefox',
  downloads: string,
  options: ProfileOptions,
) {
  await fs.mkdir(downloads, { recursive: true });
  const context: BrowserContext = await browser.createBrowserContext({
    downloadBehavior: { policy: 'allow', downloadPath: downloads },
  });
  const complaints: string[] = [];
  context.on('targetcreated', async (target) => {
    const opened = target.type() === 'page' && (await target.page());
    if (opened) listenForComplaints(opened, complaints);
  });
  const page = await context.newPage();
  await page.evaluateOnNewDocument(reportViolations);
  await page.setViewport(options.viewport ?? PHONE);
  const emulate = name === 'chromium' ? emulateInChromium : emulateInFirefox;
  await emulate(page, options);
  return {
    driver: driverOf(page, name),
    downloads,
    complaints,
    close: () => withTimeout('closing the profile', context.close(), TIMEOUT_MS),
  };
}
