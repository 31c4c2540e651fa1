import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { runProgram } from './children.mjs';

/** The engines besides Chromium in which journeys run, and their Debian packages. */

/** @param {string} name */
const isInPath = (name) =>
  (process.env.PATH ?? '').split(':').some((folder) => fs.existsSync(`${folder}/${name}`));
const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** True if Debian's own Python can open a WebKit window: other Pythons do not see its packages. */
function canOpenWindow() {
  const script = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";
  return spawnSync('/usr/bin/python3', ['-c', script], { stdio: 'ignore' }).status === 0;
}

const ENGINES = [
  {
    name: 'firefox',
    title: 'Firefox',
    isHere: () =>
      (fs.existsSync(process.env.FIREFOX_PATH ?? '') || FIREFOX.some((file) => fs.existsSync(file))) &&
      isInPath('pdftotext'),
    packages: ['firefox-esr', 'poppler-utils'],
  },
  {
    name: 'webkit',
    title: 'WebKit',
    isHere: () =>
      fs.existsSync(process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver') &&
      ['xvfb-run', 'xauth', 'dbus-run-session', 'pdftotext'].every(isInPath) &&
      canOpenWindow(),
    packages: [
      'webkit2gtk-driver',
      'gir1.2-webkit2-4.1',
      'python3-gi',
      'xvfb',
      'xauth',
      'dbus-daemon',
      'poppler-utils',
    ],
  },
];

/**
 * Installs what is missing if permitted; resolves to the names of the engines available and the titles of the others.
 */
export async function findEngines() {
  const mayInstall = process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get');
  const missing = ENGINES.filter((engine) => !engine.isHere());
  if (missing.length > 0 && mayInstall) {
    const packages = missing.flatMap((engine) => engine.packages);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    process.stdout.write(`Installing ${packages.join(', ')} …\n`);
    await runProgram('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    const options = ['install', '-y', '-qq', '--no-install-recommends'];
    await runProgram('apt-get', [...options, ...packages], { env, stdio: 'ignore' });
  }
  return {
    names: ENGINES.filter((engine) => engine.isHere()).map(({ name }) => name),
    absent: ENGINES.filter((engine) => !engine.isHere()).map(({ title }) => title),
  };
}
