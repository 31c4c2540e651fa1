import cluster, { type Worker } from 'node:cluster';
import {
  type FromWorker,
  REPLACED_DRAIN_MS,
  type ToWorker,
  type WorkerOrders,
} from '#server/infra/cluster/messages.ts';

/** Longer than a worker gives itself, with `DRAIN_SECONDS`; one that does not even notice that is killed. */
const END_TIMEOUT_MS = 95_000;

/** How a process ended. */
export interface ProcessEnd {
  code: number | null;
  signal: string | null;
}

const UNSTARTED: ProcessEnd = { code: 70, signal: null };

/** A worker ended before it served. */
export class WorkerEnded extends Error {
  readonly code: number | null;

  constructor({ code, signal }: ProcessEnd) {
    super(`A worker ended before it served (${signal ?? `code ${code}`}).`);
    this.code = code;
  }
}

export interface LaunchedWorker {
  number: number;
  pid: number | undefined;
  /** True once it was told to end. */
  isEnding(): boolean;
  /** Rejects with a `WorkerEnded`. */
  ready: Promise<void>;
  ended: Promise<ProcessEnd>;
  /** Has it finish what it does, and resolves once it has ended. */
  end(isReplaced: boolean): Promise<void>;
  send(message: ToWorker): void;
  onMessage(listen: (message: Exclude<FromWorker, 'ready'>) => void): void;
}

/** Likewise for one that the system would not start. */
function createUnstarted(number: number): LaunchedWorker {
  const ready = Promise.reject(new WorkerEnded(UNSTARTED));
  ready.catch(() => {});
  const ended = Promise.resolve(UNSTARTED);
  return {
    number,
    pid: undefined,
    isEnding: () => false,
    ready,
    ended,
    end: async () => {},
    send: () => {},
    onMessage: () => {},
  };
}

/** Starts a worker, which is the program that this process runs. */
export function launchWorker(orders: WorkerOrders): LaunchedWorker {
  let worker: Worker;
  try {
    worker = cluster.fork();
  } catch {
    // There is no memory for another process.
    return createUnstarted(orders.number);
  }
  let isEnding = false;
  // One that has just ended hears nothing anymore.
  const send = (message: ToWorker) => void (worker.isConnected() && worker.send(message, () => {}));
  const ended = new Promise<ProcessEnd>((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
    // Without an id it never began, as where there are too many processes, and never exits.
    worker.on('error', () => worker.process.pid === undefined && resolve(UNSTARTED));
  });
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message === 'ready') resolve();
      else if (message.kind === 'hearing')
        send(isEnding ? { kind: 'end', isReplaced: false } : { kind: 'begin', orders });
    });
    void ended.then((end) => reject(new WorkerEnded(end)));
  });
  ready.catch(() => {});
  return {
    number: orders.number,
    pid: worker.process.pid,
    isEnding: () => isEnding,
    ready,
    ended,
    async end(isReplaced) {
      isEnding = true;
      send({ kind: 'end', isReplaced });
      const late = setTimeout(
        () => worker.process.kill('SIGKILL'),
        END_TIMEOUT_MS + (isReplaced ? REPLACED_DRAIN_MS : 0),
      );
      await ended;
      clearTimeout(late);
    },
    send,
    onMessage(listen) {
      worker.on('message', (message: FromWorker) => message !== 'ready' && listen(message));
    },
  };
}
