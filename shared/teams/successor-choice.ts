import { email, id, line } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** To whom a card of a team is handed. */

export const successorChoice = z.object({
  /** A member of the team, somebody with a mail address, or null: nobody yet. */
  successor: z
    .union([
      z.object({ userId: id.brand<'PersonId'>() }),
      z.object({
        email: email(),
        fullName: line(100).refine((name) => name !== '', 'Enter a name.'),
      }),
    ])
    .nullable(),
  /** The card's page names the successor until they claim it; otherwise it names the team alone. */
  isNamed: z.boolean().default(false),
});
export type SuccessorChoice = z.output<typeof successorChoice>;
