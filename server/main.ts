import { setFlagsFromString } from 'node:v8';
import type { RunningApp } from '#server/app.ts';
import type { Config } from '#server/config/config.ts';

/**
 * The process: starts the product and shuts it down without losing anything, whatever the reason. Signals and errors
 * are handled before anything else is loaded, so that nothing is started that would be left behind.
 */

/**
 * By how many percent the heap of old objects grows before they are collected. V8 waits for three times what is in use,
 * so half an hour of work that leaves nothing behind took 150 MB (docs/decisions/379).
 */
const HEAP_GROWTH = 50;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);

/** `scripts/serve.mjs` restarts the process after all but the first two. */
const EXIT = { stopped: 0, refused: 1, failed: 70, databaseAway: 75 };
/** Longer than all shutdown timeouts together; a shutdown that hangs longer is cut off. */
const END_TIMEOUT_MS = 60_000;

let starting: Promise<RunningApp> | undefined;
let isEnding = false;

/** Finishes open requests, closes everything and ends the process with `code`. */
async function endProcess(reason: string, code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(EXIT.failed), END_TIMEOUT_MS).unref();
  // Stopping in the middle of a start must not leave a database running either. A start that fails reports that itself.
  const running = await starting?.catch(() => null);
  if (running === null) return;
  running?.app.log.info(`Stopping on ${reason}`);
  await running?.close().catch(async (error: unknown) => {
    const { describeError } = await import('#server/infra/describe-error.ts');
    running.app.log.error({ error: describeError(error) }, 'The stop was not clean');
    process.exit(EXIT.refused);
  });
  process.exit(code);
}

/** A bug has left the process in an unknown state, so it finishes open requests and ends. */
async function failProcess(error: unknown): Promise<void> {
  // drizzle's message contains the parameters, which may be personal.
  const words =
    error instanceof Error ? String(error.stack).replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '') : '';
  process.stderr.write(`Goldleaf met an error it did not expect and stops. ${words}\n`);
  await endProcess('an unexpected error', EXIT.failed);
}

/** Starts the app; the database starts while our own code is loading. */
async function startServer(config: Config): Promise<RunningApp> {
  const { createLog } = await import('#server/infra/log.ts');
  const { connectDatabase } = await import('#server/db/connect.ts');
  const log = createLog(config);
  const connecting = connectDatabase(config, log);
  const [{ startApp }] = await Promise.all([import('#server/app.ts'), connecting]);
  return startApp(config, undefined, log, connecting);
}

/** Where figures alone are served. */
const metricsPlace = ({ metricsPort: port, metricsHost: host }: Config) =>
  port === undefined ? null : { host, port, prefix: 'METRICS_' };

async function main(): Promise<void> {
  const { readConfig, findMisspelled } = await import('#server/config/config.ts');
  const { listen, requireFreePort } = await import('#server/infra/http/listen.ts');
  const config = readConfig();
  for (const sentence of findMisspelled()) process.stderr.write(`${sentence}\n`);
  await requireFreePort(config);
  const metrics = metricsPlace(config);
  if (metrics) await requireFreePort(metrics);
  const { originOf } = await import('#server/infra/http/requester.ts');
  const { listWarnings: warningsOf } = await import('#server/config/start-warnings.ts');
  if (isEnding) return;
  starting = startServer(config);
  const { app, server, metricsServer, working, close } = await starting;
  if (isEnding) return;
  for (const sentence of warningsOf(config)) app.log.warn(sentence);
  try {
    await listen(server, config);
    if (metricsServer && metrics) await listen(metricsServer, metrics);
    await working;
  } catch (error) {
    if (isEnding) return;
    await close();
    throw error;
  }
  app.log.info(`Goldleaf is ready on ${originOf(config)}`);
  process.send?.('ready');
  void (await import('#server/accounts/auth/passkeys/web-authn.ts')).loadWebAuthn();
  if (!config.isDemo) return;
  const { describeSignIns } = await import('#server/operations/demo/demo.ts');
  process.stdout.write(describeSignIns(originOf(config)));
}

/** True if this is a start after an unexpected end, and the database is temporarily unavailable. */
async function mayWait(error: unknown): Promise<boolean> {
  const { isDatabaseAway } = await import('#server/db/open.ts');
  return process.argv.includes('--again') && isDatabaseAway(error);
}

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void endProcess(signal, EXIT.stopped));
process.on('uncaughtException', (error) => void failProcess(error));
process.on('unhandledRejection', (error) => void failProcess(error));
// Our parent process is gone, so nothing else would stop us.
if (process.channel) process.on('disconnect', () => void endProcess('the end of npm start', EXIT.stopped));

main().catch(async (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit((await mayWait(error)) ? EXIT.databaseAway : EXIT.refused);
});
