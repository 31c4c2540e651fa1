import { z } from '#shared/contract/zod.ts';

/** The subject of a notice. Jobs hold only this: its text is read when it is sent. */
export const about = z.object({
  /**
   * `event`: somebody did something with their details; `people`: everything that one digest tells of; `reminders`: those
   * that were due together; `unheld`: whom a team met through cards that nobody holds.
   */
  kind: z.enum(['contact', 'lead', 'event', 'people', 'reminder', 'reminders', 'unheld']),
  /**
   * Of the contact or lead, the event, the digest, or the reminder; for `reminders`, when they were told of (ISO 8601); for
   * `unheld`, the team, and after and until when they came, with spaces between.
   */
  id: z.string(),
});
export type About = z.output<typeof about>;
