import { type Logger, pino } from 'pino';

/** The log of a process: a line of JSON for each entry. */
export const createLog = ({ logLevel }: { logLevel: string }): Logger => pino({ level: logLevel });
