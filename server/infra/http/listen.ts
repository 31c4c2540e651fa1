import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/config/config.ts';

interface Place {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** The beginning of the names of its settings. */
  prefix?: string;
}

/** Where figures alone are served; null if nowhere. */
export const metricsPlace = ({
  metricsPort: port,
  metricsHost: host,
}: Pick<Config, 'metricsPort' | 'metricsHost'>): Place | null =>
  port === undefined ? null : { host, port, prefix: 'METRICS_' };

function explainRefusal(error: NodeJS.ErrnoException, { host, port, prefix = '' }: Place): Error {
  const reason =
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use by another program. Stop that one, or set ${prefix}PORT to another port.`
      : error.code === 'EACCES'
        ? `This user can’t use port ${port}. Set ${prefix}PORT to one above 1023.`
        : `It could not listen on ${host}, port ${port} (${error.message}). Set ${prefix}HOST to an address of this machine.`;
  return new Error(`Goldleaf cannot start. ${reason}`, { cause: error });
}

/** Starts to accept connections. Throws an error with a message for the operator. */
export function listen(server: net.Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainRefusal(error, place)));
    server.listen(place.port, place.host, resolve);
  });
}

const LOOK_AGAIN_MS = 100;

/**
 * Checks that a server could listen here, before anything else is started; waits for whoever listens to end, for so many
 * milliseconds. Throws an error with a message for the operator.
 */
export async function requireFreePort(place: Place, waitMs = 0): Promise<void> {
  if (place.port === 0) return;
  const until = performance.now() + waitMs;
  for (;;) {
    const probe = net.createServer();
    try {
      await listen(probe, place);
      await new Promise((resolve) => probe.close(resolve));
      return;
    } catch (error) {
      const { code } = (error as Error).cause as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' || performance.now() > until) throw error;
      await sleep(LOOK_AGAIN_MS);
    }
  }
}
