import os from 'node:os';
import type { ChildMessage, PictureTask } from './picture-tasks.ts';
import { runPictureTask } from './run-picture-task.ts';

/** A child process that decodes and paints pictures, one at a time, as `picture-child.ts` tells it. */

const send = (message: ChildMessage) => process.send?.(message);

// Who looks at a page comes before who uploads a picture.
os.setPriority(5);
// A stop signal may reach the whole group: the server lets the task under way end, then hangs up.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));
process.on('message', (task: PictureTask) => {
  runPictureTask(task).then(
    (output) => send({ output }),
    (error: unknown) => send({ refusal: error instanceof Error ? error.message : String(error) }),
  );
});
send({ isReady: true });
