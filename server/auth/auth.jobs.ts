import { deleteExpiredSessions } from '#server/auth/session-tokens.ts';
import type { AppContext } from '#server/context.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';

const expiredSessions = defineScheduledJob('expired-sessions');

export function authJobs(app: AppContext): void {
  app.queue.handle(expiredSessions, () => deleteExpiredSessions(app));
  app.queue.repeat(expiredSessions, '7 * * * *');
}
