import { startApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { describeSignIns } from '#server/demo/demo.ts';
import { originOf } from '#server/infra/http/asker.ts';

/** Starts the product and stops it without losing anything. */

async function main(): Promise<void> {
  const config = readConfig();
  const running = await startApp(config);
  const { log } = running.app;
  if (!config.hasRateLimits)
    log.warn('RATE_LIMITS=off: anyone may try passwords without end. Use this for measurements only.');
  await new Promise<void>((resolve, reject) => {
    running.server.once('error', reject);
    running.server.listen(config.port, config.host, resolve);
  });
  log.info(`Goldleaf is ready on ${originOf(config)}`);
  if (config.isDemo) process.stdout.write(describeSignIns(originOf(config)));

  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info(`Stopping on ${signal}`);
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: String(error) }, 'The stop was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
