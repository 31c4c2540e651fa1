import type { UserContext } from '#server/context.ts';
import type { TaskRequest } from '#server/infra/tasks/task-queue.ts';

/** A task that draws something for an owner: one at a time of each, in a separate process, charged by its CPU. */
export const ownDrawing = ({ limits, user }: UserContext, name: string): TaskRequest => ({
  lane: 'upload',
  key: user.id,
  name,
  charge: (cpuMs) => limits.charge('drawing', user.id, cpuMs),
});
