import type { ArchiveTask, ArchiveTasks } from './archive-tasks.ts';
import { readArchive } from './read/read-archive.ts';
import { unpackMedia } from './read/unpack-media.ts';

/** The work of an archive process. It may block: nothing else runs here. */
export const runArchiveTask = async (
  task: ArchiveTask,
): Promise<ArchiveTasks[keyof ArchiveTasks]['output']> =>
  task.name === 'read' ? readArchive(task.input) : unpackMedia(task.input);
