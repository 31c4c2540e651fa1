import { type DestinationStream, type Logger, pino } from 'pino';

/** The log of a process, and where its lines go. */
export interface ProcessLog extends Logger {
  destination: DestinationStream;
}

/** Lines that wait for a reader who has stopped; further ones are dropped. In bytes. */
const WAITING_MAX = 8 * 1024 * 1024;

/**
 * Writes to standard output, whatever becomes of it. A line that cannot be written, as on a full disk or in a terminal that was
 * closed, is tried again with the next one; at the end, it would be for as long as that takes.
 */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: WAITING_MAX });
  const flushAtEnd = output.flushSync;
  output.on('error', () => Object.assign(output, { flushSync: () => {} }));
  output.on('write', () => Object.assign(output, { flushSync: flushAtEnd }));
  return output;
}

/**
 * A line of JSON for each entry, on standard output by default. Lines are written beside the event loop: whoever reads
 * them slowly must not hold requests. What waits is written when the process ends.
 */
export function createLog(
  { logLevel }: { logLevel: string },
  destination: DestinationStream = openOutput(),
): ProcessLog {
  return Object.assign(pino({ level: logLevel }, destination), { destination });
}
