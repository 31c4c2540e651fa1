import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forwardReloads, isStopping, startProgram, stopped } from './children.mjs';
import { root } from './setup.mjs';

/**
 * Keeps the built server running: if it ends unexpectedly, it is restarted after 1 s, then 2 s, up to a minute. The
 * server is a process of its own, which receives signals from us and notices through our channel when we are killed
 * (`server/main.ts`).
 */

const LAST_WAIT_MS = 60_000;
const MINUTE_MS = 60_000;
const DEATHS_MAX = 5;
/** Exit codes of `server/main.ts`. */
const REFUSED = 1;
const DATABASE_AWAY = 75;
/**
 * One space for all that is allocated outside of V8: with one for each thread, as glibc has it, what each has freed stays with
 * the process (docs/decisions/400).
 */
export const ONE_SPACE = { MALLOC_ARENA_MAX: '1' };

/**
 * Nobody reads it where the terminal was closed, or the disk is full.
 *
 * @param {string} text
 */
function say(text) {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
  process.stderr.write(`Goldleaf ${text}\n`);
}

/**
 * Serves until told to stop, until the server refuses to start, or until it has ended five times in a minute; then
 * exits.
 */
export async function serve({ firstWaitMs = 1_000 } = {}) {
  let wasReady = false;
  /** @type {number[]} */
  let deaths = [];
  let wait = firstWaitMs;
  for (;;) {
    // A server that was ready once waits for its database; on a first start it reports that there is none.
    const args = [path.join(root, 'dist/server/main.js'), ...(wasReady ? ['--again'] : [])];
    const startedAt = Date.now();
    const { child, ended } = startProgram(process.execPath, args, {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...ONE_SPACE, ...process.env },
    });
    child.once('message', () => {
      wasReady = true;
      forwardReloads(child);
    });
    const { code, signal } = await ended;
    // A server that the signal itself ended had not started anything yet: it was stopped as asked.
    if (isStopping() && (signal === 'SIGTERM' || signal === 'SIGINT')) process.exit(0);
    if (isStopping() || code === 0 || code === REFUSED) process.exit(code ?? 1);
    if (Date.now() - startedAt > MINUTE_MS) wait = firstWaitMs;
    if (code !== DATABASE_AWAY) deaths.push(Date.now());
    deaths = deaths.filter((at) => at > Date.now() - MINUTE_MS);
    if (deaths.length >= DEATHS_MAX) {
      say(`ended ${DEATHS_MAX} times within a minute and is not started again. Its log says why.`);
      process.exit(1);
    }
    const reason = code === DATABASE_AWAY ? 'waits for its database' : `ended (${signal ?? `code ${code}`})`;
    say(`${reason} and starts again in ${wait / 1000} s.`);
    await Promise.race([sleep(wait), stopped]);
    if (isStopping()) process.exit(0);
    wait = Math.min(wait * 2, LAST_WAIT_MS);
  }
}
