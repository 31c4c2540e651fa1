import os from 'node:os';
import type { ChildMessage, PictureTask } from './picture-tasks.ts';
import { runPictureTask } from './run-picture-task.ts';

/** A child process that decodes and draws pictures, one at a time, on behalf of `picture-child.ts`. */

const send = (message: ChildMessage) => process.send?.(message);

// Page views have priority over uploads.
os.setPriority(5);
// A stop signal may reach the whole process group; the server lets the current task finish and then disconnects.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));
process.on('message', (task: PictureTask) => {
  runPictureTask(task).then(
    (output) => send({ output }),
    (error: unknown) => send({ refusal: error instanceof Error ? error.message : String(error) }),
  );
});
send({ isReady: true });
