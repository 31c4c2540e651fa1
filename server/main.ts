import type { Server } from 'node:http';
import { startApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { describeSignIns } from '#server/demo/demo.ts';
import { originOf } from '#server/infra/http/asker.ts';

/** Starts the product and stops it without losing anything. */

async function main(): Promise<void> {
  const config = readConfig();
  const starting = startApp(config);
  // Also a stop in the middle of a start leaves no database behind.
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    const { app, close } = await starting;
    app.log.info(`Stopping on ${signal}`);
    await close().then(
      () => process.exit(0),
      (error: unknown) => {
        app.log.error({ error: String(error) }, 'The stop was not clean');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal).catch(() => {}));

  const { app, server, close } = await starting;
  if (isStopping) return;
  if (!config.hasRateLimits)
    app.log.warn('RATE_LIMITS=off: anyone may try passwords without end. Use this for measurements only.');
  try {
    await listen(server, config);
  } catch (error) {
    await close();
    throw error;
  }
  app.log.info(`Goldleaf is ready on ${originOf(config)}`);
  if (config.isDemo) process.stdout.write(describeSignIns(originOf(config)));
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use by another program. Stop that one, or set PORT to another port.`
          : error.code === 'EACCES'
            ? `Port ${port} is not for this user to take. Set PORT to one above 1023.`
            : `It could not listen on ${host}, port ${port} (${error.message}). Set HOST to an address of this machine.`;
      reject(new Error(`Goldleaf cannot start. ${reason}`));
    });
    server.listen(port, host, resolve);
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
