import type { RunningApp } from '#server/app.ts';

/**
 * The process: starts the product and ends it without losing anything, whatever it is that ends it. Signals are heard and
 * errors caught before anything else is loaded, so that nothing is started that would be left behind.
 */

/** `scripts/serve.mjs` starts the process again after all but the first two. */
const EXIT = { stopped: 0, refused: 1, failed: 70, databaseAway: 75 };
/** More than everything that closes allows itself; who hangs longer is cut off. */
const END_TIMEOUT_MS = 60_000;

let starting: Promise<RunningApp> | undefined;
let isEnding = false;

/** Answers what is under way, closes everything and ends the process with `code`. */
async function end(reason: string, code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(EXIT.failed), END_TIMEOUT_MS).unref();
  // Also a stop in the middle of a start leaves no database behind. A start that fails says so itself.
  const running = await starting?.catch(() => null);
  if (running === null) return;
  running?.app.log.info(`Stopping on ${reason}`);
  await running?.close().catch((error: unknown) => {
    running.app.log.error({ error: String(error) }, 'The stop was not clean');
    process.exit(EXIT.refused);
  });
  process.exit(code);
}

/** A defect of ours: what it left is unknown, so that the process answers what it has and ends. */
async function fail(error: unknown): Promise<void> {
  // drizzle's message holds the parameters, which may be personal.
  const words =
    error instanceof Error ? String(error.stack).replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '') : '';
  process.stderr.write(`Goldleaf met an error it did not expect and stops. ${words}\n`);
  await end('an unexpected error', EXIT.failed);
}

async function main(): Promise<void> {
  const { readConfig, findMisspelled } = await import('#server/config.ts');
  const { listen, requireFreePort } = await import('#server/infra/http/listen.ts');
  const config = readConfig();
  for (const sentence of findMisspelled()) process.stderr.write(`${sentence}\n`);
  await requireFreePort(config);
  const { startApp } = await import('#server/app.ts');
  const { originOf } = await import('#server/infra/http/requester.ts');
  if (isEnding) return;
  starting = startApp(config);
  const { app, server, close } = await starting;
  if (isEnding) return;
  if (!config.hasRateLimits)
    app.log.warn('RATE_LIMITS=off: anyone may try passwords without end. Use this for measurements only.');
  try {
    await listen(server, config);
  } catch (error) {
    await close();
    throw error;
  }
  app.log.info(`Goldleaf is ready on ${originOf(config)}`);
  process.send?.('ready');
  if (!config.isDemo) return;
  const { describeSignIns } = await import('#server/demo/demo.ts');
  process.stdout.write(describeSignIns(originOf(config)));
}

/** Whether this is a start after an unexpected end, and the database is away for a moment. */
async function mayWait(error: unknown): Promise<boolean> {
  const { isDatabaseAway } = await import('#server/db/open.ts');
  return process.argv.includes('--again') && isDatabaseAway(error);
}

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void end(signal, EXIT.stopped));
process.on('uncaughtException', (error) => void fail(error));
process.on('unhandledRejection', (error) => void fail(error));
// Who started us is gone, and nobody is left to stop us.
if (process.channel) process.on('disconnect', () => void end('the end of npm start', EXIT.stopped));

main().catch(async (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit((await mayWait(error)) ? EXIT.databaseAway : EXIT.refused);
});
