import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import type { Config } from '#server/config/config.ts';
import { hearFirst, outliveFirst, receiveOrders } from '#server/infra/cluster/in-worker.ts';
import { REPLACED_DRAIN_MS, type WorkerOrders } from '#server/infra/cluster/messages.ts';
import type { ProcessLog } from '#server/infra/log.ts';

/**
 * The process: starts the product and shuts it down without losing anything, whatever the reason. Signals and errors
 * are handled before anything else is loaded, so that nothing is started that would be left behind. With WORKERS, it is
 * either the first process, or one of the workers that this one starts.
 */

/**
 * By how many percent the heap of old objects grows before they are collected. V8 waits for three times what is in use,
 * so half an hour of work that leaves nothing behind took 150 MB (docs/decisions/379).
 */
const HEAP_GROWTH = 50;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);

/**
 * By which factor the space of new objects grows where many live on: a start would have it grow from 1 to 32 MB, and nothing
 * shrinks it again. What is served may (docs/decisions/400).
 */
const growNewSpace = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`);
growNewSpace(1);

/** `scripts/serve.mjs` restarts the process after all but the first two. */
const EXIT = { stopped: 0, refused: 1, failed: 70, databaseAway: 75 };
/**
 * Longer than all shutdown timeouts together, once the draining for `DRAIN_SECONDS` is over: that of a first process lasts as
 * long as its workers'. A shutdown that hangs longer is cut off.
 */
const END_TIMEOUT_MS = cluster.isWorker ? 60_000 : 72_000;
const DRAIN_SECONDS_MAX = 30;

const PARENT_GONE = cluster.isWorker ? 'the end of the first process' : 'the end of npm start';

/** Asked at once: one that was closed is none anymore. */
const hasTerminal = isatty(1);

/** True after an unexpected end: workers of a first process that was killed may still finish what they do, for seconds. */
const isAgain = process.argv.includes('--again');
const PORT_WAIT_MS = 15_000;

/** A server, or the one that looks after workers. */
interface RunningProcess {
  log: ProcessLog;
  /** How long it still takes new connections, in seconds. */
  drainSeconds: number;
  leave(): void;
  close(isReplaced?: boolean): Promise<void>;
  /** Ends a close that takes its time in seconds. */
  hurry(): void;
}

let starting: Promise<RunningProcess> | undefined;
let isEnding: 'as usual' | 'replaced' | false = false;
/** Answers SIGHUP; until it can, one that came is due. */
let reload: (() => void) | 'due' | undefined;

interface End {
  code: number;
  /** Nobody has to be told first: another process serves in its place, or nothing works anymore. */
  isAtOnce?: boolean;
  /** Another process serves in its place, so this one takes its time for what is under way. */
  isReplaced?: boolean;
}

/** Says it to whoever reads; nobody can where the terminal was closed, or the disk is full. */
function say(text: string, out: NodeJS.WriteStream = process.stderr): void {
  if (out.listenerCount('error') === 0) out.on('error', () => {});
  out.write(text);
}

/** Finishes open requests, closes everything and ends the process. */
async function endProcess(
  reason: string,
  { code, isReplaced = false, isAtOnce = isReplaced }: End,
): Promise<void> {
  if (isEnding) return;
  isEnding = isReplaced ? 'replaced' : 'as usual';
  const drainMs = isReplaced ? REPLACED_DRAIN_MS : DRAIN_SECONDS_MAX * 1_000;
  setTimeout(() => process.exit(EXIT.failed), END_TIMEOUT_MS + drainMs).unref();
  // Stopping in the middle of a start must not leave a database running either. A start that fails reports that itself.
  const running = await starting?.catch(() => null);
  if (running === null) return;
  running?.log.info(`Stopping on ${reason}`);
  if (running && !isAtOnce) {
    running.leave();
    await sleep(running.drainSeconds * 1_000);
  }
  await running?.close(isReplaced).catch(async (error: unknown) => {
    const { describeError } = await import('#server/infra/describe-error.ts');
    running.log.error({ error: describeError(error) }, 'The stop was not clean');
    process.exit(EXIT.refused);
  });
  process.exit(code);
}

/** Nobody waits any longer for one that was replaced. Any other end has its own time, while new connections may still come. */
function hurry(): void {
  if (isEnding === 'replaced') void starting?.then((running) => running.hurry());
}

/** A bug has left the process in an unknown state, so it finishes open requests and ends. */
async function failProcess(error: unknown): Promise<void> {
  // drizzle's message contains the parameters, which may be personal.
  const words =
    error instanceof Error ? String(error.stack).replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '') : '';
  say(`Goldleaf met an error it did not expect and stops. ${words}\n`);
  await endProcess('an unexpected error', { code: EXIT.failed, isAtOnce: true });
}

async function main(): Promise<void> {
  const { readConfig, findMisspelled } = await import('#server/config/config.ts');
  const config = readConfig();
  if (orders) return serveAsWorker(config);
  for (const sentence of findMisspelled()) say(`${sentence}\n`);
  const { metricsPlace, requireFreePort } = await import('#server/infra/http/listen.ts');
  const waitMs = isAgain ? PORT_WAIT_MS : 0;
  await requireFreePort(config, waitMs);
  const metrics = metricsPlace(config);
  if (metrics) await requireFreePort(metrics, waitMs);
  if (isEnding) return;
  await (config.workers > 1 ? lead(config) : serveAlone(config));
}

/** Starts something; null if it was told to end meanwhile, which goes on by itself. */
async function begin<One extends Omit<RunningProcess, 'drainSeconds'>>(
  { drainSeconds }: { drainSeconds: number },
  start: Promise<One>,
): Promise<One | null> {
  starting = start.then((one) => ({ ...one, drainSeconds }));
  starting.catch(() => {});
  const one = await start;
  return isEnding ? null : one;
}

/** Serves, and starts to work. Returns false if it was told to end meanwhile. */
async function serve(config: Config, orders: WorkerOrders | null): Promise<boolean> {
  const { startServer } = await import('#server/start-server.ts');
  const running = await begin(config, startServer(config, orders));
  if (!running) return false;
  try {
    await running.serve();
    return true;
  } catch (error) {
    if (isEnding) return false;
    await running.close();
    throw error;
  }
}

/** From here on SIGHUP does this, and so does one that came before. */
function onReload(work: () => void): void {
  const isDue = reload === 'due';
  reload = work;
  if (isDue) work();
}

async function serveAlone(config: Config): Promise<void> {
  onReload(() => say('There are no workers to replace. Restart Goldleaf, or set WORKERS to 2 or more.\n'));
  if (!(await serve(config, null))) return;
  await sayReady(config);
  process.send?.('ready');
}

async function serveAsWorker(config: Config): Promise<void> {
  if (await serve(config, (await orders) ?? null)) process.send?.('ready');
}

/** Looks after workers, which serve. */
async function lead(config: Config): Promise<void> {
  const { startFirst } = await import('#server/lead-workers.ts');
  const onHopeless = () => void endProcess('the end of all workers', { code: EXIT.failed, isAtOnce: true });
  // Each worker takes the time to leave for itself.
  const first = await begin({ drainSeconds: 0 }, startFirst(config, onHopeless));
  if (!first) return;
  await sayReady(config);
  onReload(first.replaceWorkers);
  process.send?.('ready');
}

async function sayReady(config: Config): Promise<void> {
  const { originOf } = await import('#server/infra/http/requester.ts');
  const { listWarnings } = await import('#server/config/start-warnings.ts');
  const log = (await starting)?.log;
  for (const sentence of listWarnings(config)) log?.warn(sentence);
  log?.info(`Goldleaf is ready on ${originOf(config)}`);
  if (!config.isDemo) return;
  const { describeSignIns } = await import('#server/operations/demo/demo.ts');
  say(describeSignIns(originOf(config)), process.stdout);
}

/** The code with which a start that failed ends, after its sentence was said. */
async function explainFailure(error: unknown): Promise<number> {
  const { WorkerEnded } = await import('#server/infra/cluster/launch-worker.ts');
  // It has said why.
  if (error instanceof WorkerEnded) return error.code ?? EXIT.failed;
  say(`${error instanceof Error ? error.message : String(error)}\n`);
  const { isDatabaseAway } = await import('#server/db/open.ts');
  // This is a start after an unexpected end, and the database is temporarily unavailable.
  return isAgain && isDatabaseAway(error) ? EXIT.databaseAway : EXIT.refused;
}

for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => void endProcess(signal, { code: EXIT.stopped }));
process.on('SIGHUP', () => {
  // The first process hears it, too.
  if (cluster.isWorker) return;
  // It was closed.
  if (hasTerminal) void endProcess('SIGHUP', { code: EXIT.stopped });
  else if (typeof reload === 'function') reload();
  else reload = 'due';
});
process.on('uncaughtException', (error) => void failProcess(error));
process.on('unhandledRejection', (error) => void failProcess(error));
// Our parent process is gone, so nothing else would stop us.
if (process.channel)
  process.on('disconnect', () => {
    hurry();
    void endProcess(PARENT_GONE, { code: EXIT.stopped, isAtOnce: true });
  });

const orders = cluster.isWorker ? receiveOrders() : undefined;
if (cluster.isWorker) {
  outliveFirst();
  hearFirst('end', ({ isReplaced }) => {
    const reason = isReplaced ? 'its replacement' : 'the end of all workers';
    if (!isReplaced) hurry();
    void endProcess(reason, { code: EXIT.stopped, isReplaced });
  });
}

main()
  .then(() => growNewSpace(2))
  .catch(async (error: unknown) => process.exit(await explainFailure(error)));
