import fs from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files reach the one browser of the run. */
    browserEndpoint: string;
  }
}

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One headless Chromium a run: the one of CHROMIUM_PATH, else the system's. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env.CHROMIUM_PATH || PLACES.find((place) => fs.existsSync(place));
  if (!executablePath) throw new Error('Please install Chromium, or set CHROMIUM_PATH to its program.');
  const server = await chromium.launchServer({ executablePath, args: FLAGS });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
