import cluster from 'node:cluster';
import type { FromWorker, ToWorker, WorkerOrders } from '#server/infra/cluster/messages.ts';

/** The side of a worker. */

/** Told to the first process; nobody hears it while that one is gone. */
export const tellFirst = (message: FromWorker): void => void (process.connected && process.send?.(message));

/** Calls `hear` for each message of this kind. */
export function hearFirst<Kind extends ToWorker['kind']>(
  kind: Kind,
  hear: (message: Extract<ToWorker, { kind: Kind }>) => void,
): void {
  process.on('message', (message: ToWorker) => {
    if (message.kind === kind) hear(message as Extract<ToWorker, { kind: Kind }>);
  });
}

export function receiveOrders(): Promise<WorkerOrders> {
  const received = new Promise<WorkerOrders>((resolve) => {
    hearFirst('begin', ({ orders }) => resolve(orders));
  });
  tellFirst({ kind: 'hearing' });
  return received;
}

/** Node would end a worker in the middle of its work when the first process is gone. */
export function outliveFirst(): void {
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
}
