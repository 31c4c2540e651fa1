import type { App } from '#server/context.ts';
import { mailJobs } from '#server/infra/mail/mail.ts';

/** Every room's jobs: what the queue does, and when it repeats. */
const rooms: ((app: App) => void)[] = [mailJobs];

export function registerJobs(app: App): void {
  for (const room of rooms) room(app);
}
