import { accountsWork } from '#server/accounts/jobs.ts';
import { analyticsWork } from '#server/analytics/jobs.ts';
import { cardsWork } from '#server/cards/jobs.ts';
import type { AppContext } from '#server/context.ts';
import { historyJobs } from '#server/infra/journal/history.jobs.ts';
import { mailJobs } from '#server/infra/mail/mail.jobs.ts';
import { messagesWork } from '#server/messages/jobs.ts';
import { moneyWork } from '#server/money/jobs.ts';
import { operationsWork } from '#server/operations/jobs.ts';
import { peopleWork } from '#server/people/jobs.ts';
import { portabilityWork } from '#server/portability/jobs.ts';
import { sharingWork } from '#server/sharing/jobs.ts';
import { teamsWork } from '#server/teams/jobs.ts';

const rooms = [
  moneyWork,
  cardsWork,
  accountsWork,
  sharingWork,
  analyticsWork,
  messagesWork,
  peopleWork,
  teamsWork,
  portabilityWork,
  operationsWork,
];

export const allJobs = [...mailJobs, ...historyJobs, ...rooms.flatMap((room): JobOfRoom[] => room.jobs)];

type JobOfRoom = (typeof rooms)[number]['jobs'][number];

declare module '#server/infra/queue/define-job.ts' {
  interface Product {
    app: AppContext;
    jobs: typeof allJobs;
  }
}

/** To be called before the queue starts. */
export function registerJobs(app: AppContext): void {
  app.queue.register(app, allJobs);
  for (const room of rooms) for (const begin of room.beforeStart) begin(app);
}

/** The work of an upgrade on existing data; starts at startup and continues after it. */
export async function sendUpdateJobs(app: AppContext): Promise<void> {
  for (const room of rooms) for (const send of room.afterUpdate) await send(app);
}
