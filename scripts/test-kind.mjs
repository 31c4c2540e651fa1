import './check-host.mjs';
import { buildIfNeeded, findBin, installPackages, run } from './setup.mjs';

/**
 * `npm run test:unit`, `test:process`, `test:e2e`, `test:engines`: all tests of one kind, or only the files named after
 * it. Tests of the built product first build it if a source has changed. Vitest's options follow `--`:
 * `npm run test:unit -- server/cards/cards -t 'restores a card'`.
 */

/** The configuration of each kind, and whether it tests the built product. */
const KINDS = {
  unit: { config: 'vitest.config.ts', isBuilt: false },
  process: { config: 'vitest.process.config.ts', isBuilt: true },
  e2e: { config: 'vitest.e2e.config.ts', isBuilt: true },
  engines: { config: 'vitest.engines.config.ts', isBuilt: true },
};

const [kind = '', ...args] = process.argv.slice(2);
const chosen = Object.entries(KINDS).find(([name]) => name === kind)?.[1];
if (!chosen) {
  process.stderr.write(`Name a kind of test: ${Object.keys(KINDS).join(', ')}.\n`);
  process.exit(1);
}
await installPackages('tools');
if (chosen.isBuilt) await buildIfNeeded();
await run(process.execPath, [findBin('vitest'), 'run', '--config', chosen.config, ...args]);
