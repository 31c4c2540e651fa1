import type { Config } from '#server/config/config.ts';
import type { WorkerOrders } from '#server/infra/cluster/messages.ts';
import { createLog, type ProcessLog } from '#server/infra/log.ts';

/** A process that serves, alone or as one of several. */
export interface StartedServer {
  log: ProcessLog;
  /** Listens, and resolves once jobs run, too. */
  serve(): Promise<void>;
  leave(): void;
  close(isReplaced?: boolean): Promise<void>;
  hurry(): void;
}

/** Starts the app; the database starts while our own code is loading. A worker has it from the first process. */
export async function startServer(config: Config, orders: WorkerOrders | null): Promise<StartedServer> {
  const log = createLog(config);
  const connecting = orders
    ? Promise.resolve({ ...orders.database, stop: async () => {} })
    : import('#server/db/connect.ts').then(({ connectDatabase }) => connectDatabase(config, log));
  const [{ startApp }] = await Promise.all([import('#server/app.ts'), connecting]);
  const { app, server, metricsServer, working, leave, hurry, close } = await startApp(
    ...([config, undefined, log, connecting] as const),
    { orders },
  );
  const { listen, metricsPlace } = await import('#server/infra/http/listen.ts');
  const metrics = metricsPlace(config);
  return {
    ...{ log, leave, hurry, close },
    async serve() {
      await listen(server, config);
      if (metricsServer && metrics) await listen(metricsServer, metrics);
      await working;
      const { loadWherePasskeys } = await import('#server/accounts/auth/passkeys/web-authn.ts');
      // Where that fails, the first passkey waits for it.
      void loadWherePasskeys(app.db).catch(() => {});
    },
  };
}
