import fs from 'node:fs';

/**
 * Conditions checked before anything else runs: a supported Node, and enough open files. Imported first, and written so
 * that any Node with modules can parse it: an old one must be able to read this to say that it is too old.
 */

const FILES_MIN = 128;

/** @param {string} sentence */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  refuse(`Goldleaf needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org`);
}

/** How many files this process may open; Infinity where the system does not say. */
function openFilesMax() {
  if (!fs.existsSync('/proc/self/limits')) return Number.POSITIVE_INFINITY;
  const found = /^Max open files +(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'));
  return found ? Number(found[1]) : Number.POSITIVE_INFINITY;
}

const openFiles = openFilesMax();
if (openFiles < FILES_MIN) {
  refuse(
    `Goldleaf needs to open at least ${FILES_MIN} files at a time, but may open only ${openFiles} here. Raise the limit (ulimit -n 1024), then start again.`,
  );
}
