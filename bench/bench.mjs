import '../scripts/check-host.mjs';
import os from 'node:os';
import { buildIfNeeded, installPackages, root } from '../scripts/setup.mjs';
import { measureAppSize } from './app-size.mjs';
import { measureBackup } from './backup.mjs';
import { measureCachedPage } from './cached-page.mjs';
import { measureCodes } from './codes.mjs';
import { measureDrawings } from './drawings.mjs';
import { measureExchange } from './exchange.mjs';
import { measureExports } from './exports.mjs';
import { measureFirstVisit } from './first-visit.mjs';
import { measureIdle } from './idle.mjs';
import { measureLists } from './lists.mjs';
import { measureMemory } from './memory.mjs';
import { measureNeighbors } from './neighbors.mjs';
import { measureNginx } from './nginx.mjs';
import { measureOneAccount } from './one-account.mjs';
import { measurePageMiss } from './page-miss.mjs';
import { measurePasses } from './passes.mjs';
import { measurePresses } from './presses.mjs';
import { measurePrints } from './prints.mjs';
import { measureDue, measureRepeated } from './repeated.mjs';
import { measureRest } from './rest.mjs';
import { measureScale } from './scale.mjs';
import { measureSignedIn } from './signed-in.mjs';
import { measureTeams } from './teams.mjs';
import { measureViews } from './views.mjs';
import { measureWalletLinks } from './wallet-links.mjs';
import { measureWorkers } from './workers.mjs';

/**
 * `npm run bench [name …]`: the figures this product promises. Speeds are ratios to a yardstick measured in the same
 * run, because machines differ and are rarely idle. Nothing fails here: the table says what was met.
 */

const MEASURES = {
  'cached-page': measureCachedPage,
  'page-miss': measurePageMiss,
  'first-visit': measureFirstVisit,
  drawings: measureDrawings,
  exchange: measureExchange,
  views: measureViews,
  exports: measureExports,
  lists: measureLists,
  'signed-in': measureSignedIn,
  passes: measurePasses,
  prints: measurePrints,
  codes: measureCodes,
  rest: measureRest,
  idle: measureIdle,
  memory: measureMemory,
  neighbors: measureNeighbors,
  nginx: measureNginx,
  backup: measureBackup,
  scale: measureScale,
  teams: measureTeams,
  'one-account': measureOneAccount,
  'wallet-links': measureWalletLinks,
  'app-size': measureAppSize,
  presses: measurePresses,
  workers: measureWorkers,
  repeated: measureRepeated,
  due: measureDue,
};

/** "met" or "missed", or why it was not measured. */
function formatResult({ value, atLeast, atMost, missing }) {
  if (missing) return `not measured: ${missing}`;
  if (atLeast !== undefined) return value >= atLeast ? 'met' : 'MISSED';
  if (atMost !== undefined) return value <= atMost ? 'met' : 'MISSED';
  return '';
}

function printTable(figures) {
  const rows = figures.map((figure) => [
    figure.what,
    figure.shown ?? '',
    figure.target ??
      (figure.atLeast !== undefined
        ? `≥ ${figure.atLeast}`
        : figure.atMost !== undefined
          ? `≤ ${figure.atMost}`
          : ''),
    formatResult(figure),
  ]);
  rows.unshift(['Figure', 'Measured', 'Target', 'Verdict']);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)));
  for (const [what, shown, target, verdict] of rows) {
    process.stdout.write(
      `${what.padEnd(widths[0])}  ${shown.padEnd(widths[1])}  ${target.padEnd(widths[2])}  ${verdict}\n`,
    );
  }
}

process.chdir(root);
await installPackages('tools');
await buildIfNeeded();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in MEASURES));
if (unknown.length)
  throw new Error(
    `No measure is named ${unknown.join(', ')}. There are: ${Object.keys(MEASURES).join(', ')}.`,
  );
const figures = [];
const loadBefore = os.loadavg()[0];
for (const [name, measure] of Object.entries(MEASURES)) {
  if (wanted.length && !wanted.includes(name)) continue;
  process.stdout.write(`Measuring ${name} …\n`);
  // One that fails takes no other with it: together they take an hour.
  const found = await measure().catch((error) => {
    process.exitCode = 1;
    return [{ what: name, missing: String(error) }];
  });
  for (const { what, shown, missing } of found) process.stdout.write(`  ${what}: ${shown ?? missing}\n`);
  figures.push(...found);
}
const cpus = os.cpus();
process.stdout.write(
  `\nNode ${process.versions.node}, ${cpus.length} × ${cpus[0]?.model}; load before the run ${loadBefore.toFixed(1)} (above 0 means that others worked here too)\n\n`,
);
printTable(figures);
