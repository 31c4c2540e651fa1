import fs from 'node:fs/promises';
import path from 'node:path';
import { type Engine, PHONE, type Profile, type ProfileOptions, TIMEOUT_MS } from './driver.ts';
import { driverOf } from './webkit-driver.ts';
import { startWebDriver, type WebDriver } from './webkit-protocol.ts';

/**
 * WebKitGTK in bare windows of our own (`webkit-window.py`). A driver has one session at a time: each profile gets its
 * own.
 */

const program = path.resolve(import.meta.dirname, 'webkit-window.py');

export async function startWebKit(): Promise<Engine> {
  const all = [await startWebDriver()];
  const free = [...all];
  return {
    name: 'webkit',
    async open(options) {
      const webDriver = free.pop() ?? (await startWebDriver());
      if (!all.includes(webDriver)) all.push(webDriver);
      const profile = await openProfile(webDriver, options);
      return {
        ...profile,
        async close() {
          // A profile that does not close is ended with the others later.
          await profile.close();
          free.push(webDriver);
        },
      };
    },
    async close() {
      for (const webDriver of all) webDriver.stop();
    },
  };
}

/** Messages that are no fault of the product. */
const HARMLESS = [
  // WebKitGTK is built without web app manifests; Safari has them.
  /^Unrecognized Content-Security-Policy directive 'manifest-src'/,
  // Loads aborted because the user navigated on. Loads that really failed are reported by the window as well.
  /^Fetch API cannot load http:\/\/localhost:\d+\/\S* due to access control checks/,
  /^TypeError: Importing a module script failed/,
];

/**
 * Parses what the window writes, `WINDOW` and JSON, and lines of the console, `source:line:column: CONSOLE LEVEL text`.
 */
function readLine(line: string, complaints: string[]): { printed?: string } {
  if (!line.startsWith('WINDOW ')) {
    const [, text] = /CONSOLE (?:[A-Z]+ )?ERROR (.*)/.exec(line) ?? [];
    if (text && !HARMLESS.some((pattern) => pattern.test(text))) complaints.push(text);
    return {};
  }
  const { kind, path: file, status, message, url } = JSON.parse(line.slice('WINDOW '.length));
  if (kind === 'refused') complaints.push(`${status} ${url}`);
  if (kind === 'failed') complaints.push(`${message} ${url}`);
  return kind === 'printed' ? { printed: file } : {};
}

async function openProfile(webDriver: WebDriver, options: ProfileOptions): Promise<Profile> {
  const folder = await fs.mkdtemp(path.join(webDriver.folder, 'window-'));
  const downloads = path.join(folder, 'downloads');
  await fs.mkdir(downloads);
  const complaints: string[] = [];
  const printed: string[] = [];
  webDriver.hear((line) => {
    const news = readLine(line, complaints);
    if (news.printed) printed.push(news.printed);
  });
  const { width, height } = options.viewport ?? PHONE;
  const args = [`--folder=${folder}`, `--width=${width}`, `--height=${height}`];
  if (options.textZoom) args.push(`--text-zoom=${options.textZoom}`);
  if (options.colorScheme === 'dark') args.push('--dark');
  if (options.withoutScript) args.push('--without-script');
  if (options.userAgent) args.push(`--user-agent=${options.userAgent}`);
  const capabilities = {
    alwaysMatch: {
      'webkitgtk:browserOptions': { binary: program, args },
      timeouts: { script: TIMEOUT_MS, pageLoad: TIMEOUT_MS },
    },
  };
  const { sessionId } = (await webDriver.call('POST', '/session', { capabilities })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  const handle = (await webDriver.call('GET', `${session}/window`)) as string;
  return {
    driver: driverOf({ webDriver, session, printed, current: handle }, handle),
    downloads,
    complaints,
    close: async () => void (await webDriver.call('DELETE', session)),
  };
}
