import type { App } from '#server/context.ts';
import { deleteExpiredSessions } from '#server/infra/http/session.ts';
import { defineChore } from '#server/infra/queue/queue.ts';

const expiredSessions = defineChore('expired-sessions');

export function authJobs(app: App): void {
  app.queue.handle(expiredSessions, () => deleteExpiredSessions(app));
  app.queue.repeat(expiredSessions, '7 * * * *');
}
