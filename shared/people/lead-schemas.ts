import { LEAD_STATUSES } from '#shared/contract/lead-questions.ts';
import { z } from '#shared/contract/zod.ts';

/** The parts of a lead besides the fields about the person, which stay with the contact it becomes. */

/** An answer to a question of a card's owner; rows from before there were questions have none. */
export const answers = z.array(z.object({ id: z.string(), label: z.string(), answer: z.string() })).catch([]);

/** A person's consents: the words beside each box they ticked, and when. */
export const consents = z.array(
  z.object({
    purpose: z.enum(['lead', 'receipt']),
    text: z.string(),
    /** Names the wording. */
    version: z.string(),
    at: z.string(),
    /** When they took it back; absent while it stands. */
    withdrawnAt: z.string().optional(),
  }),
);

export const leadStatus = z.enum(LEAD_STATUSES);

/** The changes an owner may make to a lead. */
export const leadChanges = z.object({ status: leadStatus }).partial();
export type LeadChanges = z.output<typeof leadChanges>;
