import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { EngineName } from './driver.ts';

const MAC = '/Applications';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const PLACES: Record<EngineName | 'headless', { variable: string; places: string[] }> = {
  chromium: { variable: 'CHROMIUM_PATH', places: CHROMIUM },
  /** Chromium without a browser's window around it: journeys take a third less time. */
  headless: { variable: 'CHROMIUM_PATH', places: ['/usr/bin/chromium-headless-shell', ...CHROMIUM] },
  firefox: {
    variable: 'FIREFOX_PATH',
    places: ['/usr/bin/firefox-esr', '/usr/bin/firefox', `${MAC}/Firefox.app/Contents/MacOS/firefox`],
  },
  webkit: { variable: 'WEBKIT_DRIVER_PATH', places: ['/usr/bin/WebKitWebDriver'] },
};

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The engine's program: the one named by the environment, otherwise the system's. */
export function findProgram(name: keyof typeof PLACES): string {
  const { variable, places } = PLACES[name];
  const found = process.env[variable] || places.find(canRun);
  if (!found)
    throw new Error(`There is no ${path.basename(places[0] ?? name)} here; ${variable} may name it.`);
  return found;
}

/** Runs Chromium as root, without a screen, and without requests to its vendor's servers. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs what KEPT_PROGRAM names, and ends it when this process is gone. */
export const keeper = path.resolve(import.meta.dirname, 'keep.mjs');
