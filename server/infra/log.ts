import { type DestinationStream, type Logger, pino } from 'pino';

/** The log of a process, and where its lines go. */
export interface ProcessLog extends Logger {
  destination: DestinationStream;
}

/** Lines that wait for a reader who has stopped; further ones are dropped. In bytes. */
const WAITING_MAX = 8 * 1024 * 1024;

/**
 * A line of JSON for each entry, on standard output by default. Lines are written beside the event loop: whoever reads
 * them slowly must not hold requests. What waits is written when the process ends.
 */
export function createLog(
  { logLevel }: { logLevel: string },
  destination: DestinationStream = pino.destination({ dest: 1, sync: false, maxLength: WAITING_MAX }),
): ProcessLog {
  return Object.assign(pino({ level: logLevel }, destination), { destination });
}
