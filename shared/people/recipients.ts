import { endpoint } from '#shared/contract/api.ts';
import { RETENTION_MONTHS } from '#shared/contract/constants.ts';
import { count } from '#shared/contract/fields.ts';
import type { Consent } from '#shared/contract/lead-questions.ts';
import { z } from '#shared/contract/zod.ts';

/** How long an owner keeps contacts and leads, and what those who gave their details see of them. */

/** A consent as whoever gave it sees it. */
export interface GivenConsent {
  /** Names it among the person's consents. */
  key: string;
  purpose: Consent['purpose'] | 'text';
  /** The words beside the box that was ticked. */
  words: string;
  /** Of a text message: the whole message. */
  message: string | null;
  /** Of a text message: whether it went out, as far as is known. */
  isSent: boolean;
  /** ISO 8601. */
  at: string;
  withdrawnAt: string | null;
}

const months = z.literal(RETENTION_MONTHS);

export const retention = z.object({
  /** Months after the last contact; null: until they are deleted by hand. */
  months: months.nullable(),
  /** How many contacts and leads go within the next days: with `months` as asked for, or as chosen. 10,001: more. */
  due: count,
  /** True if a mail tells of it beforehand. If none can, nobody goes. */
  isAnnounced: z.boolean(),
});
export type RetentionSetting = z.output<typeof retention>;

export const retentionQuery = z.object({
  /** The choice to preview: how many would go by it. */
  months: z.coerce.number().pipe(months).optional(),
});
export type RetentionQuery = z.output<typeof retentionQuery>;

export const retentionChoice = z.object({ months: months.nullable() });
export type RetentionChoice = z.output<typeof retentionChoice>;

export const recipientEndpoints = {
  get: endpoint('GET', '/api/recipients/retention', {
    summary: 'How long contacts and leads are kept after the last contact, and how many would go',
    who: 'user',
    account: 'query',
    query: retentionQuery,
    returns: retention,
    limit: 'list',
  }),
  choose: endpoint('PUT', '/api/recipients/retention', {
    summary: 'Choose how long contacts and leads are kept; nothing goes in the first seven days',
    who: 'user',
    account: 'query',
    body: retentionChoice,
    returns: retention,
    limit: 'contactWrite',
  }),
};
